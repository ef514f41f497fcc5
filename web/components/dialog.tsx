import { openedLater } from "./opened-later.tsx";

/** A dialog over the page. */
export const Dialog = openedLater(async () => (await import("./dialog-frame.tsx")).DialogFrame);
