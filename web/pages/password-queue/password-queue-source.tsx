import { Button } from "@patternfly/react-core";
import { Link } from "react-router";

import type { QueuedPassword } from "../../api/model.ts";
import { isOffered, withActions } from "../../api/offered.ts";
import { passwordQueuePath } from "../../api/password-queue.ts";
import { PersonName } from "../../components/person-name.tsx";
import { StateLabel } from "../../components/state-label.tsx";
import { Moment } from "../../messages/moment.tsx";
import { type Say, useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import type { TableColumn, TableFilter, TableSource } from "../../table/table-column.ts";
import { valueChoices } from "../../table/value-choices.ts";

const looks = { waiting: "info", trying: "custom" } as const;
const states = Object.keys(looks) as readonly (keyof typeof looks)[];

/** Actions of an entry of the queue. */
export const queueActs = ["retry", "drop"] as const;

/** An action of an entry of the queue. */
export type QueueAct = (typeof queueActs)[number];

/** A function that receives an action and the entry that the user has selected. */
export type ChooseAct = (act: QueueAct, entry: QueuedPassword) => void;

/** Returns the list of queued password changes. */
export function passwordQueueSource(say: Say, choose: ChooseAct): TableSource<QueuedPassword> {
  return {
    name: "passwordQueue",
    title: "passwordQueue.title",
    path: passwordQueuePath,
    empty: "passwordQueue.empty",
    keyProperty: "key",
    usualOrder: "queuedAt",
    select: withActions(queueActs),
    expand: "user",
    keyOf: ({ key }) => key,
    columns: [...whatColumns(say), ...whenColumns(say), actionColumn(choose)],
    filters,
  };
}

/** Returns the name of an entry for people: the account on its target system. */
export function nameOfQueued({ accountName, targetSystemKey }: QueuedPassword, say: Say): string {
  return say("account.on", { account: accountName, target: targetSystemKey });
}

function whatColumns(say: Say): readonly TableColumn<QueuedPassword>[] {
  return [
    {
      name: "account",
      title: "passwordQueue.account",
      cell: ({ accountKey, accountName }) => <Link to={paths.account(accountKey)}>{accountName}</Link>,
      text: ({ accountName }) => accountName,
    },
    {
      name: "target",
      title: "passwordQueue.target",
      cell: ({ targetSystemKey }) => targetSystemKey,
      text: ({ targetSystemKey }) => targetSystemKey,
    },
    {
      name: "owner",
      title: "passwordQueue.owner",
      cell: ({ user, userKey }) =>
        userKey === null ? (
          say("passwordQueue.noOwner")
        ) : (
          <Link to={paths.person(userKey)}>
            <PersonName person={user} />
          </Link>
        ),
      text: ({ user, userKey }) => user?.id ?? userKey ?? "",
    },
    {
      name: "state",
      title: "passwordQueue.state",
      cell: ({ state }) => <StateLabel look={looks[state]}>{say(`passwordQueue.state.${state}`)}</StateLabel>,
      text: ({ state }) => say(`passwordQueue.state.${state}`),
    },
    {
      name: "error",
      title: "passwordQueue.error",
      cell: ({ errorMessage }) => (errorMessage === null ? null : <span lang="en">{errorMessage}</span>),
      text: ({ errorMessage }) => errorMessage ?? "",
    },
  ];
}

function whenColumns(say: Say): readonly TableColumn<QueuedPassword>[] {
  return [
    {
      name: "attempts",
      title: "passwordQueue.attempts",
      cell: ({ tries }) => tries,
      text: ({ tries }) => String(tries),
    },
    {
      name: "next",
      title: "passwordQueue.next",
      cell: ({ nextTryAt, state }) =>
        nextTryAt !== null ? <Moment at={nextTryAt} /> : state === "trying" ? null : say("passwordQueue.byOperator"),
      text: ({ nextTryAt }) => nextTryAt ?? "",
    },
    {
      name: "queued",
      title: "passwordQueue.queued",
      sortBy: "queuedAt",
      cell: ({ queuedAt }) => <Moment at={queuedAt} />,
      text: ({ queuedAt }) => queuedAt,
    },
    {
      name: "expires",
      title: "passwordQueue.expires",
      sortBy: "expiresAt",
      cell: ({ expiresAt }) => <Moment at={expiresAt} />,
      text: ({ expiresAt }) => expiresAt,
    },
    {
      name: "operation",
      title: "passwordQueue.operation",
      cell: ({ operationKey }) => <Link to={paths.operation(operationKey)}>{say("operations.one")}</Link>,
      text: ({ operationKey }) => operationKey,
      isHidden: true,
    },
  ];
}

function actionColumn(choose: ChooseAct): TableColumn<QueuedPassword> {
  return {
    name: "actions",
    title: "passwordQueue.actions",
    cell: (entry) => <Acts entry={entry} choose={choose} />,
  };
}

function Acts({ entry, choose }: { readonly entry: QueuedPassword; readonly choose: ChooseAct }) {
  const say = useText();
  const name = nameOfQueued(entry, say);
  return queueActs.map((act) =>
    isOffered(entry, act) ? (
      <Button
        key={act}
        variant="link"
        isInline
        className="gatehouse-action"
        isDanger={act === "drop"}
        aria-label={say(`passwordQueue.${act}Of`, { name })}
        onClick={() => choose(act, entry)}
      >
        {say(`passwordQueue.${act}`)}
      </Button>
    ) : null,
  );
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

const filters: readonly TableFilter[] = [
  {
    name: "state",
    title: "passwordQueue.state",
    choices: valueChoices("state", states, (state) => `passwordQueue.state.${state}`),
  },
  {
    name: "target",
    title: "passwordQueue.target",
    enters: "text",
    where: (text) => `targetSystemKey eq ${quoted(text)}`,
  },
];
