// A board file on its way to the server, which keeps it by what is in it.
import type { BoardAdded } from "../api/types";
import { send } from "./send";

export const sendBoard = (file: File, onPart: (part: number) => void = () => undefined) =>
  send<BoardAdded>(`/api/tools/boards?name=${encodeURIComponent(file.name)}`, file, onPart);
