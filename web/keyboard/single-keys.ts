import { createStore } from "../base/store.ts";

const key = "gatehouse.singleKeys";

/** Whether keys alone do something in this browser; it outlives signing out. */
export const singleKeys = createStore<boolean>(localStorage.getItem(key) !== "off");

/** Has keys alone do something, or nothing, and remembers it in this browser. */
export function chooseSingleKeys(areOn: boolean): void {
  if (areOn) localStorage.removeItem(key);
  else localStorage.setItem(key, "off");
  singleKeys.set(areOn);
}
