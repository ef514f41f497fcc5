import { isAway } from "./call-error.ts";
import { callSession } from "./call-session.ts";

const betweenTriesMs = 2_000;
/**
 * Failures in a row after which loading is given up while the service answers. One failure proves nothing: the service may have been away
 * for it and be back.
 */
const failuresMax = 3;

/**
 * Loads a part of the pages. While the service is away or starting, loading is retried, so that a page survives the opening of one of its
 * dialogs. A service that answers without the part has another version; then loading fails.
 * @throws the last error of loading
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
    await callSession("GET /react/session", {});
    return false;
  } catch (error) {
    return isAway(error);
  }
}
