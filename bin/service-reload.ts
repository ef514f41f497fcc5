import { systemIds } from "#platform/ids.ts";
import { noticeNames } from "#platform/notices/notice-address.ts";
import { listenForNotices, type NoticeListener } from "#platform/notices/notice-listener.ts";
import { askOneByOne } from "#platform/notices/notice-sender.ts";

/** Answer of a service to the order to reload. */
export interface ReloadAnswer {
  /** True if a new process could not take over. */
  readonly failed: boolean;
  /** One line for each process of the service, as far as the reload came. */
  readonly lines: readonly string[];
}

/** Hands the work of a service over to new processes; returns a line for each, and throws why it did not. */
export type Reload = () => Promise<readonly string[]>;

const name = noticeNames.serviceReload;
/** Milliseconds within which a service has reloaded: as long as its processes may take to start. */
const answerMs = 900_000;

/** Listens at the socket by which `gatehouse reload` finds a service of this machine. */
export function listenForServiceReload(dataFolder: string, reload: Reload): Promise<NoticeListener> {
  return listenForNotices({ dataFolder, name }, systemIds.guid(), async () => JSON.stringify(await answerOf(reload)));
}

async function answerOf(reload: Reload): Promise<ReloadAnswer> {
  try {
    return { failed: false, lines: await reload() };
  } catch (error) {
    return { failed: true, lines: [error instanceof Error ? error.message : String(error)] };
  }
}

/** Makes the services of this machine that use a data folder reload, one after the other; returns their answers. */
export async function orderServiceReload(dataFolder: string): Promise<readonly ReloadAnswer[]> {
  const answers = await askOneByOne({ dataFolder, name }, "reload", answerMs);
  return answers.map((text) => JSON.parse(text) as ReloadAnswer);
}
