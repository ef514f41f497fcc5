import { createStore } from "../base/store.ts";

const key = "gatehouse.singleKeys";

/** True if single-key shortcuts work in this browser. The setting outlives a sign-out. */
export const singleKeys = createStore<boolean>(localStorage.getItem(key) !== "off");

/** Enables or disables single-key shortcuts, and saves the setting in this browser. */
export function chooseSingleKeys(areOn: boolean): void {
  if (areOn) localStorage.removeItem(key);
  else localStorage.setItem(key, "off");
  singleKeys.set(areOn);
}
