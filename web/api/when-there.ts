import { UnreachableError } from "./call-error.ts";
import { send } from "./send.ts";

const betweenTriesMs = 2_000;

/**
 * Loads a part of the pages. While the service is away it is tried again, so that a page does not end because one of its dialogs was
 * opened just then; a service that answers and does not have it has another version.
 * @throws whatever loading has failed with
 */
export async function whenThere<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch {
      if (!(await isAway())) return await load();
      await new Promise((resolve) => setTimeout(resolve, betweenTriesMs));
    }
  }
}

async function isAway(): Promise<boolean> {
  try {
    await send({ method: "GET", path: "/react/session" });
    return false;
  } catch (error) {
    return error instanceof UnreachableError;
  }
}
