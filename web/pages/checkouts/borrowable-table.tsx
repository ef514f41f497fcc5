import { Button, Label } from "@patternfly/react-core";
import { useMemo } from "react";

import { borrowable } from "../../api/checkouts.ts";
import type { Checkout, ManagedAccount } from "../../api/model.ts";
import { type Say, useText } from "../../messages/text.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import type { TableSource } from "../../table/table-column.ts";

type Start = (what: "borrow" | "vouch", account: ManagedAccount) => void;

interface BorrowableTableProps {
  /** Open check-outs; a user has at most one check-out of an account. */
  readonly open: readonly Checkout[];
  readonly start: Start;
}

/** List of the accounts whose password the user may check out, or whose check-outs the user manages. */
export function BorrowableTable({ open, start }: BorrowableTableProps) {
  const say = useText();
  const held = open.map(({ managedAccountKey }) => managedAccountKey).join();
  const source = useMemo(() => sourceOf(say, new Set(held.split(",")), start), [say, held, start]);
  return <ResourceTable source={source} />;
}

/** Returns the key of the way in which the user can get a password. */
function wayTo({ mayBorrow, mayTake, mayBreakGlass }: ManagedAccount) {
  if (mayBorrow !== true) return "borrowable.way.none";
  if (mayTake === true) return "borrowable.way.take";
  return mayBreakGlass === true ? "borrowable.way.emergency" : "borrowable.way.ask";
}

function stateOf({ disabledReason, checkoutCount, checkoutLimit }: ManagedAccount, say: Say): string {
  if (disabledReason !== null) return say("borrowable.disabled", { reason: disabledReason });
  if (checkoutCount >= checkoutLimit) return say("borrowable.taken");
  return say("borrowable.free", { count: checkoutLimit - checkoutCount, limit: checkoutLimit });
}

function sourceOf(say: Say, held: ReadonlySet<string>, start: Start): TableSource<ManagedAccount> {
  return {
    name: "borrowable",
    title: "borrowable.title",
    empty: "borrowable.empty",
    ...borrowable,
    keyProperty: "key",
    usualOrder: "key",
    keyOf: ({ key }) => key,
    columns: [
      {
        name: "account",
        title: "account.name",
        cell: ({ name }) => name,
        text: ({ name }) => name,
      },
      {
        name: "target",
        title: "account.target",
        cell: ({ targetSystemKey }) => targetSystemKey,
        text: ({ targetSystemKey }) => targetSystemKey,
      },
      {
        name: "way",
        title: "borrowable.way",
        cell: (account) => say(wayTo(account)),
        text: (account) => say(wayTo(account)),
      },
      {
        name: "minutes",
        title: "borrowable.minutes",
        cell: ({ checkoutMinutes }) => say("borrowable.atMost", { minutes: checkoutMinutes }),
        text: ({ checkoutMinutes }) => String(checkoutMinutes),
      },
      {
        name: "state",
        title: "account.state",
        cell: (account) => <Label isCompact>{stateOf(account, say)}</Label>,
        text: (account) => stateOf(account, say),
      },
      {
        name: "actions",
        title: "borrowable.actions",
        cell: (account) => <Actions account={account} held={held} start={start} />,
      },
    ],
    filters: [
      {
        name: "way",
        title: "borrowable.way",
        choices: [
          {
            value: "take",
            text: "borrowable.way.take",
            where: "mayBorrow and mayTake",
          },
          {
            value: "emergency",
            text: "borrowable.way.emergency",
            where: "mayBorrow and mayBreakGlass",
          },
          {
            value: "manage",
            text: "borrowable.managed",
            where: "mayManage",
          },
        ],
      },
    ],
  };
}

interface ActionsProps {
  readonly account: ManagedAccount;
  readonly held: ReadonlySet<string>;
  readonly start: Start;
}

function Actions({ account, held, start }: ActionsProps) {
  const say = useText();
  const { key, name, targetSystemKey, mayBorrow, mayBreakGlass, mayManage } = account;
  const called = say("account.on", { account: name, target: targetSystemKey });
  return (
    <>
      {mayBorrow !== true ? null : held.has(key) ? (
        <span>{say("borrowable.held")}</span>
      ) : (
        <Button
          variant="secondary"
          size="sm"
          aria-label={say("borrow.of", { account: called })}
          onClick={() => start("borrow", account)}
        >
          {say("borrow.action")}
        </Button>
      )}{" "}
      {mayBreakGlass === true || mayManage === true ? (
        <Button
          variant="link"
          size="sm"
          aria-label={say("vouch.of", { account: called })}
          onClick={() => start("vouch", account)}
        >
          {say("vouch.action")}
        </Button>
      ) : null}
    </>
  );
}
