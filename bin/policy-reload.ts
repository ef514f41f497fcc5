import type { ServiceContext } from "#operations/kernel/context.ts";
import { noticeNames } from "#platform/notices/notice-address.ts";
import { listenForNotices, type NoticeListener } from "#platform/notices/notice-listener.ts";
import { sendNotice } from "#platform/notices/notice-sender.ts";

const name = noticeNames.policyReload;
const order = "reload";

/** Words in the answer of a process that could not load its policies. */
export const reloadFailed = "could not load";

/** Listens at the socket by which an operator makes this process load the stored policies. */
export function listenForReload({
  settings,
  policies,
  reloadPolicies,
  ids,
  log,
}: ServiceContext): Promise<NoticeListener> {
  const { dataFolder } = settings;
  return listenForNotices({ dataFolder, name }, ids.guid(), async () => {
    try {
      await reloadPolicies?.();
      return `process ${process.pid} has loaded the policies (version ${policies.version})`;
    } catch (err) {
      log.error({ err }, "The policies could not be loaded as ordered.");
      return `process ${process.pid} ${reloadFailed} the policies`;
    }
  });
}

/** Makes the processes of this machine that use a data folder load their policies; returns their answers, one line each. */
export function orderReload(dataFolder: string): Promise<readonly string[]> {
  return sendNotice({ dataFolder, name }, order);
}
