import { isAway } from "./call-error.ts";
import { send } from "./send.ts";

const betweenTriesMs = 2_000;
/** Tries that may fail one after the other while the service answers: it may have gone and come back between two of them. */
const failuresMax = 3;

/**
 * Loads a part of the pages. While the service is away, or is being started, it is tried again, so that a page does not end because one
 * of its dialogs was opened just then; a service that answers and does not have it has another version.
 * @throws whatever loading has failed with
 */
export async function whenThere<T>(load: () => Promise<T>): Promise<T> {
  for (let failures = 0; ;) {
    try {
      return await load();
    } catch (error) {
      failures = (await isServiceAway()) ? 0 : failures + 1;
      if (failures >= failuresMax) throw error;
      await new Promise((resolve) => setTimeout(resolve, betweenTriesMs));
    }
  }
}

async function isServiceAway(): Promise<boolean> {
  try {
    await send({ method: "GET", path: "/react/session" });
    return false;
  } catch (error) {
    return isAway(error);
  }
}
