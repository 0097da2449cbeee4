// A button that opens a file; the same file may be chosen again once it is corrected.
import { t } from "../core/words";

interface Props {
  name: string;
  accept: string;
  small?: boolean;
  onFile: (file: File) => void;
}

export function FileButton({ name, accept, small, onFile }: Props) {
  return (
    <label class={`button file ${small ? "small" : ""}`}>
      {t(name)}
      <input
        type="file"
        class="visually-hidden"
        accept={accept}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = "";
          if (file) onFile(file);
        }}
      />
    </label>
  );
}
