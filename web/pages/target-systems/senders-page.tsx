import { Button } from "@patternfly/react-core";
import { useMemo, useState } from "react";

import { call } from "../../api/call.ts";
import type { PasswordSender } from "../../api/model.ts";
import { literal } from "../../api/odata.ts";
import { isOffered } from "../../api/offered.ts";
import { passwordSendersPath, senderSelect } from "../../api/password-senders.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { Moment } from "../../messages/moment.tsx";
import { type Say, useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import type { TableSource } from "../../table/table-column.ts";
import { useTarget } from "./target-context.ts";

const InviteSenderDialog = openedLater(async () => (await import("./invite-sender-dialog.tsx")).InviteSenderDialog);

/** Page of the password senders of a target system, which report the passwords that people set there. */
export function SendersPage() {
  const say = useText();
  const may = useMay();
  const { id } = useTarget();
  const [isInviting, setInviting] = useState(false);
  const [revoked, setRevoked] = useState<PasswordSender>();
  const source = useMemo(() => senderSource(say, id, setRevoked), [say, id]);
  return (
    <>
      <p>{say("senders.explained")}</p>
      <ResourceTable
        source={source}
        add={
          !may("passwordsenders_post_create") ? null : (
            <Button onClick={() => setInviting(true)}>{say("senders.invite")}</Button>
          )
        }
      />
      {isInviting ? <InviteSenderDialog targetSystemKey={id} close={() => setInviting(false)} /> : null}
      {revoked === undefined ? null : (
        <ConfirmDialog
          close={() => setRevoked(undefined)}
          call={call("POST passwordSenders()/revoke", { key: revoked.key })}
          sets={[passwordSendersPath]}
          action={say("senders.revoke")}
          isDanger
          title={say("senders.revokeOf", { name: revoked.name })}
          explained={say("senders.revokeExplained")}
        />
      )}
    </>
  );
}

const statuses = ["invited", "enrolled", "revoked"] as const;

function senderSource(say: Say, id: string, revoke: (sender: PasswordSender) => void): TableSource<PasswordSender> {
  return {
    name: "senders",
    title: "target.section.senders",
    path: passwordSendersPath,
    where: `targetSystemKey eq ${literal(id)}`,
    select: senderSelect,
    empty: "senders.empty",
    isSearched: false,
    keyProperty: "key",
    usualOrder: "invitedAt desc",
    keyOf: ({ key }) => key,
    columns: [
      { name: "name", title: "senders.name", cell: ({ name }) => name, text: ({ name }) => name },
      {
        name: "status",
        title: "senders.status",
        cell: ({ status }) => say(`senders.status.${status}`),
        text: ({ status }) => say(`senders.status.${status}`),
      },
      momentColumn("lastSeenAt", "senders.lastCall", say),
      momentColumn("lastReportAt", "senders.lastReport", say),
      {
        name: "waiting",
        title: "senders.waiting",
        cell: ({ waiting }) => waiting ?? "–",
        text: ({ waiting }) => String(waiting ?? ""),
      },
      {
        name: "actions",
        title: "table.actions",
        cell: (sender) =>
          !isOffered(sender, "revoke") ? null : (
            <Button
              variant="link"
              size="sm"
              isDanger
              aria-label={say("senders.revokeOf", { name: sender.name })}
              onClick={() => revoke(sender)}
            >
              {say("senders.revoke")}
            </Button>
          ),
      },
    ],
    filters: [
      {
        name: "status",
        title: "senders.status",
        choices: statuses.map((status) => ({
          value: status,
          text: `senders.status.${status}` as const,
          where: `status eq '${status}'`,
        })),
      },
    ],
  };
}

function momentColumn(
  name: "lastSeenAt" | "lastReportAt",
  title: "senders.lastCall" | "senders.lastReport",
  say: Say,
): TableSource<PasswordSender>["columns"][number] {
  const none = say("senders.never");
  return {
    name,
    title,
    cell: ({ [name]: at }) => (at === null ? none : <Moment at={at} />),
    text: ({ [name]: at }) => at ?? "",
  };
}
