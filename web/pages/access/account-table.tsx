import { Button, Label } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";

import { ownAccountsPath } from "../../api/accounts.ts";
import type { Account } from "../../api/model.ts";
import { withActions } from "../../api/offered.ts";
import { queuedOfUserQuery } from "../../api/password-queue.ts";
import { Moment } from "../../messages/moment.tsx";
import { type Say, useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";
import type { TableSource } from "../../table/table-column.ts";
import { canUse, type PasswordAction, passwordActionNames, passwordActions } from "./password-actions.ts";

/** A function that receives a password action and the account that the user has selected. */
export type ChooseWay = (way: PasswordAction, account: Account) => void;

const states = ["disabled", "locked", "expired", "passwordExpired"] as const;

const hasState = (account: Account, state: (typeof states)[number]) =>
  state === "disabled" ? account.enabled === false : account[state] === true;

/** Returns the source of the list of a user's accounts, with the actions on their passwords. */
export function accountSource(userKey: string, choose: ChooseWay, say: Say): TableSource<Account> {
  return {
    name: "myAccounts",
    title: "access.title",
    path: ownAccountsPath(userKey),
    empty: "home.noAccounts",
    keyOf: ({ key }) => key,
    columns: [
      {
        name: "account",
        title: "account.name",
        sortBy: "shortId",
        cell: ({ shortId }) => shortId,
        text: ({ shortId }) => shortId,
      },
      {
        name: "target",
        title: "account.target",
        sortBy: "targetSystemKey",
        cell: ({ targetSystemKey }) => targetSystemKey,
        text: ({ targetSystemKey }) => targetSystemKey,
      },
      {
        name: "state",
        title: "account.state",
        cell: (account) => (
          <>
            <States account={account} /> <QueuedChange account={account} userKey={userKey} />
          </>
        ),
        text: (account) =>
          [
            ...(account.enabled === null ? [say("account.unknown")] : []),
            ...states.filter((state) => hasState(account, state)).map((state) => say(`account.${state}`)),
          ].join(" "),
      },
      {
        name: "changed",
        title: "account.passwordChanged",
        cell: ({ lastPasswordChange }) => (lastPasswordChange === null ? "–" : <Moment at={lastPasswordChange} />),
        text: ({ lastPasswordChange }) => lastPasswordChange ?? "",
      },
      {
        name: "expires",
        title: "account.passwordExpires",
        sortBy: "passwordExpiresAt",
        cell: ({ passwordExpiresAt }) => (passwordExpiresAt === null ? "–" : <Moment at={passwordExpiresAt} />),
        text: ({ passwordExpiresAt }) => passwordExpiresAt ?? "",
      },
      {
        name: "password",
        title: "account.password",
        cell: (account) => <Ways account={account} choose={choose} />,
      },
    ],
    select: `passwordCodes,${withActions(passwordActionNames.map((way) => passwordActions[way].action))}`,
    keyProperty: "key",
    usualOrder: "shortId",
  };
}

function States({ account }: { readonly account: Account }) {
  const say = useText();
  const held = states.filter((state) => hasState(account, state));
  if (held.length === 0)
    return <Label isCompact>{say(account.enabled === null ? "account.unknown" : "account.enabled")}</Label>;
  return held.map((state) => (
    <Label key={state} isCompact status="warning">
      {say(`account.${state}`)}
    </Label>
  ));
}

/** A label that a change of the password of an account waits; all rows share one read. */
function QueuedChange({ account, userKey }: { readonly account: Account; readonly userKey: string }) {
  const say = useText();
  const may = useMay();
  const { data } = useQuery({ ...queuedOfUserQuery(userKey), enabled: may("passwordqueue_get_list") });
  if (data?.value.some(({ accountKey }) => accountKey === account.key) !== true) return null;
  return (
    <Label isCompact status="info">
      {say("account.passwordQueued")}
    </Label>
  );
}

function Ways({ account, choose }: { readonly account: Account; readonly choose: ChooseWay }) {
  const say = useText();
  const { shortId, targetSystemKey } = account;
  const name = say("account.on", { account: shortId, target: targetSystemKey });
  const isWhole = passwordActionNames.every((way) => canUse(account, way));
  return (
    <>
      {passwordActionNames.map((way) => (
        <Button
          key={way}
          variant="link"
          isInline
          className="gatehouse-action"
          aria-label={say(`password.${way}Of`, { name })}
          isDisabled={!canUse(account, way)}
          onClick={() => choose(way, account)}
        >
          {say(`password.short.${way}`)}
        </Button>
      ))}
      {isWhole ? null : <div className="gatehouse-small">{say("password.notOffered")}</div>}
    </>
  );
}
