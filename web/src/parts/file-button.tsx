// A button that opens a file; the same file may be chosen again once it is corrected.
import { t } from "../core/words";

interface Props {
  name: string;
  accept: string;
  small?: boolean;
  disabled?: boolean;
  onFile?: (file: File) => void;
  /** Where several may be chosen at once. */
  onFiles?: (files: File[]) => void;
}

export function FileButton({ name, accept, small, disabled, onFile, onFiles }: Props) {
  return (
    <label class={`button file ${small ? "small" : ""}`}>
      {t(name)}
      <input
        type="file"
        class="visually-hidden"
        accept={accept}
        multiple={Boolean(onFiles)}
        disabled={disabled}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = "";
          if (!files.length) return;
          onFile?.(files[0]!);
          onFiles?.(files);
        }}
      />
    </label>
  );
}
