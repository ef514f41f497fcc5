import { concernsSessions } from "#operations/identity/engine/session-memory.ts";
import { concernsTokens } from "#operations/identity/engine/user-facts.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";
import type { NoticeName } from "#platform/notices/notice-address.ts";
import { listenForNotices, type NoticeListener } from "#platform/notices/notice-listener.ts";
import { createNoticeSender, type NoticeSender } from "#platform/notices/notice-sender.ts";
import type { ChangeFollower, CommittedChange } from "#store/changes/change-feed.ts";
import { type ToldTable, toldTables } from "#store/changes/told-tables.ts";

/** Connection of a process to the local sockets by which processes notify each other of changes. */
export interface ChangeNotices {
  /** Sends pending notices and stops listening. */
  close(): Promise<void>;
}

type Parts = Pick<ServiceContext, "settings" | "ids" | "log"> & { readonly changes: ChangeFollower };

/** Filters for the changes of a table to send; all changes of a table without one. */
const worthTelling: { readonly [T in ToldTable]?: (change: CommittedChange) => boolean } = {
  users: concernsTokens,
  keyedSessions: concernsSessions,
};

const tables = Object.keys(toldTables) as ToldTable[];
const names = [...new Set(Object.values(toldTables))];

/**
 * Joins a process to the sockets for change notices. It notifies the others of its commits and, if it listens, reads the change log
 * on a notice. Notices are only a hint: without the sockets the change log is read a little later.
 */
export async function joinChangeNotices(parts: Parts, listens: boolean): Promise<ChangeNotices> {
  const { changes, settings } = parts;
  const listeners = await Promise.all(names.map(async (name) => (listens ? listen(parts, name) : undefined)));
  const senders = new Map<NoticeName, NoticeSender>(
    names.map((name, index) => {
      const place = { dataFolder: settings.dataFolder, name };
      return [name, createNoticeSender(place, { except: listeners[index]?.address })];
    }),
  );
  const unsubscribe = changes.subscribe({
    tables,
    onChange: (change) => {
      const table = change.table as ToldTable;
      if (change.source === "commit" && worthTelling[table]?.(change) !== false) senders.get(toldTables[table])?.send();
    },
  });
  return {
    async close() {
      unsubscribe();
      await Promise.all([...senders.values()].map((sender) => sender.flush()));
      await Promise.all(listeners.map(async (listener) => listener?.close()));
    },
  };
}

async function listen({ settings, ids, log, changes }: Parts, name: NoticeName): Promise<NoticeListener | undefined> {
  try {
    return await listenForNotices({ dataFolder: settings.dataFolder, name }, ids.guid(), async () => {
      await changes.poll();
      return "ok";
    });
  } catch (error) {
    log.warn(
      { err: error, name },
      "No local socket for notices; changes of other processes are found by polling alone.",
    );
    return undefined;
  }
}
