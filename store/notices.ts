import { ServiceError } from "#domain/errors.ts";
import type { NewNotice } from "#domain/notices/notice-kinds.ts";
import type { Clock } from "#platform/clock.ts";
import type { Ids } from "#platform/ids.ts";

import { createRisingKeys } from "./changes/rising-keys.ts";
import { currentModule, withModule } from "./module-scope.ts";
import { transactionScope } from "./transaction-scope.ts";
import type { Writer } from "./writer.ts";

/** Notices for users. */
export interface Notices {
  /**
   * Queues notices in the current transaction, which writes all of them together before its commit.
   * @throws WRITE_OUTSIDE_TRANSACTION
   */
  note(notices: readonly NewNotice[]): void;
}

interface NoticeParts {
  readonly writer: Pick<Writer, "addAll">;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Makes the notices of a database. */
export function createNotices({ writer, clock, ids }: NoticeParts): Notices {
  const nextKey = createRisingKeys({ clock, ids });
  return {
    note(notices) {
      const open = transactionScope.getStore();
      if (!open?.isOpen) throw new ServiceError("WRITE_OUTSIDE_TRANSACTION", { detail: "a notice" });
      if (notices.length === 0) return;
      if (open.notices.length === 0) {
        const module = currentModule();
        const write = () =>
          writer.addAll(
            "notices",
            open.notices.map((notice) => ({ key: nextKey(), ...notice })),
          );
        open.beforeCommit.unshift(() => withModule(module, write));
      }
      open.notices.push(...notices);
    },
  };
}
