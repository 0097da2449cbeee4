import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { t } from "../core/words";
import { Icon } from "./icon";

interface Props {
  title: string;
  onClose: () => void;
  /** As wide as the window lets it be: a chart, not a question. */
  wide?: boolean;
  children: ComponentChildren;
}

export function Modal({ title, onClose, wide, children }: Props) {
  const box = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const dialog = box.current;
    if (dialog && !dialog.open) dialog.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={box}
      class={wide ? "wide" : undefined}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === box.current) onClose();
      }}
    >
      <div class="dialog-body">
        <div class="dialog-head">
          <h2 id={heading}>{title}</h2>
          <button type="button" class="icon-button" aria-label={t("web.close")} onClick={onClose}>
            <Icon name="close" />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
