// Files on their way to the server.
import { Refused } from "./api";
import { lang } from "./words";

/** Send a file as it is; `onPart` hears how much of it has gone. */
export function send<T>(path: string, file: Blob, onPart: (part: number) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", path);
    request.setRequestHeader("x-hexfire", "1");
    request.setRequestHeader("accept-language", lang.peek());
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onPart(event.loaded / event.total);
    };
    request.onerror = () => reject(new Refused("", null, { key: "web.offline" }, 0));
    request.onload = () => {
      let data: Record<string, unknown> | null = null;
      try {
        data = JSON.parse(request.responseText);
      } catch {
        // Not JSON: said below with the status alone.
      }
      if (request.status < 300 && data) {
        resolve(data as T);
        return;
      }
      const key = request.status === 413 ? "web.sight.file_too_large" : null;
      const said = (data?.message as Refused["said"]) ?? (key ? { key } : null);
      const sentence = String(data?.error ?? request.status);
      reject(new Refused(sentence, (data?.refused as string) ?? null, said, request.status));
    };
    request.send(file);
  });
}
