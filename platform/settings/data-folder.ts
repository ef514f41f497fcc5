import { resolve } from "node:path";

/** Variable that names the data folder. No file of settings can: it is in that folder. */
export const dataFolderVariable = "GATEHOUSE_DATA";

/** Data folder without that variable. */
export const dataFolderDefault = "./data";

/** Returns the path of the data folder that an environment names. */
export function dataFolderOf({ [dataFolderVariable]: given }: Readonly<Record<string, string | undefined>>): string {
  return resolve(given?.trim() || dataFolderDefault);
}
