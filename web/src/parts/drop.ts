// Files dropped on a part of the page.
import { useState } from "preact/hooks";

/** What the part must hear, to be spread over it, and whether something hangs over it now. */
export function useDrop(onFiles: (files: File[]) => void) {
  const [over, setOver] = useState(false);
  const drop = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: (event: DragEvent) => {
      // From one child to the next is not away.
      const part = event.currentTarget as Element;
      if (!part.contains(event.relatedTarget as Node | null)) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length) onFiles(files);
    },
  };
  return { over, drop };
}
