import type { ServiceContext } from "#operations/context.ts";
import { concernedTables, concernsTokens } from "#operations/identity/engine/user-facts.ts";
import { noticeNames } from "#platform/notices/notice-address.ts";
import { listenForNotices, type NoticeListener } from "#platform/notices/notice-listener.ts";
import { createNoticeSender } from "#platform/notices/notice-sender.ts";
import type { ChangeFollower } from "#store/changes/change-feed.ts";

/** The part of a process in the socket of the token server. */
export interface TokenNotices {
  /** Sends what is to be sent and stops listening. */
  close(): Promise<void>;
}

type Parts = Pick<ServiceContext, "settings" | "ids" | "log"> & { readonly changes: ChangeFollower };

/**
 * Joins a process to the socket of the token server: it tells the others when its commits concern tokens, and, where it
 * listens, looks into the change log when told. Only a hint: without the socket the change log is read a
 * little later.
 */
export async function joinTokenNotices(parts: Parts, listens: boolean): Promise<TokenNotices> {
  const { settings, changes } = parts;
  const place = { dataFolder: settings.dataFolder, name: noticeNames.tokenServer };
  const listener = listens ? await listen(parts) : undefined;
  const sender = createNoticeSender(place, { except: listener?.address });
  const unsubscribe = changes.subscribe({
    tables: concernedTables,
    onChange: (change) => {
      if (change.source === "commit" && concernsTokens(change)) sender.send();
    },
  });
  return {
    async close() {
      unsubscribe();
      await sender.flush();
      await listener?.close();
    },
  };
}

async function listen({ settings, ids, log, changes }: Parts): Promise<NoticeListener | undefined> {
  const place = { dataFolder: settings.dataFolder, name: noticeNames.tokenServer };
  try {
    return await listenForNotices(place, ids.guid(), async () => {
      await changes.poll();
      return "ok";
    });
  } catch (error) {
    log.warn({ err: error }, "No local socket for notices; changes of other processes are found by polling alone.");
    return undefined;
  }
}
