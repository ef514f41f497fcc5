import { Button, Label, PageSection } from "@patternfly/react-core";
import { useMemo, useState } from "react";

import { call } from "../../api/call.ts";
import type { SessionLog } from "../../api/model.ts";
import { pathOf } from "../../api/path.ts";
import type { Session } from "../../base/session-store.ts";
import { PageTitle } from "../../components/announce.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Moment } from "../../messages/moment.tsx";
import { type Say, useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";
import { useSession } from "../../session/use-session.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import type { TableSource } from "../../table/table-column.ts";
import { Consents } from "./consents.tsx";

/** Page of the user's sessions and consents to applications. */
export function SessionsPage() {
  const say = useText();
  const session = useSession();
  const { user } = session;
  const [ending, setEnding] = useState<SessionLog>();
  const source = useMemo(() => sessionSource(session, setEnding, say), [session, say]);
  return (
    <PageSection>
      <PageTitle name={say("sessions.title")} />
      <ResourceTable source={source} />
      <Consents />
      {ending === undefined ? null : (
        <ConfirmDialog
          title={say("sessions.end")}
          action={say("sessions.end")}
          explained={say("sessions.endExplained")}
          call={call("POST users()/endSession", { key: user.key, body: { sessionKey: ending.key } })}
          sets={[source.path]}
          isDanger
          close={() => setEnding(undefined)}
        />
      )}
    </PageSection>
  );
}

const filters = [
  {
    name: "state",
    title: "sessions.state",
    choices: [
      {
        value: "open",
        text: "sessions.open",
        where: "endedAt eq null",
      },
      {
        value: "ended",
        text: "sessions.ended",
        where: "endedAt ne null",
      },
    ],
  },
] as const satisfies TableSource<SessionLog>["filters"];

function sessionSource(own: Session, end: (session: SessionLog) => void, say: Say): TableSource<SessionLog> {
  const doorOf = ({ door }: SessionLog) => say(`sessions.door.${door ?? "none"}`);
  return {
    name: "sessions",
    title: "sessions.title",
    path: pathOf("users()/sessions", own.user.key),
    empty: "sessions.none",
    filters,
    keyOf: ({ key }) => key,
    columns: [
      {
        name: "started",
        title: "sessions.started",
        sortBy: "startedAt",
        cell: ({ startedAt }) => <Moment at={startedAt} />,
        text: ({ startedAt }) => startedAt,
      },
      {
        name: "door",
        title: "sessions.door",
        cell: doorOf,
        text: doorOf,
      },
      {
        name: "client",
        title: "sessions.client",
        cell: ({ clientId }) => clientId ?? "–",
        text: ({ clientId }) => clientId ?? "",
      },
      {
        name: "ip",
        title: "sessions.ip",
        cell: ({ ip }) => ip ?? "–",
        text: ({ ip }) => ip ?? "",
      },
      {
        name: "last",
        title: "sessions.last",
        cell: ({ lastAt }) => <Moment at={lastAt} />,
        text: ({ lastAt }) => lastAt,
      },
      {
        name: "state",
        title: "sessions.state",
        cell: (session) => <State session={session} isOwn={session.key === own.key} end={end} />,
        text: ({ endReason }) => (endReason === null ? "" : say(`sessions.reason.${endReason}`)),
      },
    ],
    isSearched: false,
    keyProperty: "key",
    usualOrder: "startedAt desc",
  };
}

interface StateProps {
  readonly session: SessionLog;
  /** True for the session of this page. */
  readonly isOwn: boolean;
  end(session: SessionLog): void;
}

function State({ session, isOwn, end }: StateProps) {
  const say = useText();
  const may = useMay();
  const { endedAt, endReason, expiresAt, ip } = session;
  if (endReason !== null && endedAt !== null) {
    return (
      <>
        {say(`sessions.reason.${endReason}`)} <Moment at={endedAt} />
      </>
    );
  }
  if (isOwn) return <Label isCompact>{say("sessions.this")}</Label>;
  if (expiresAt !== null && Date.parse(expiresAt) <= Date.now()) return say("sessions.reason.expired");
  if (!may("users_post_endsession")) return null;
  return (
    <Button variant="link" isInline aria-label={say("sessions.endOf", { from: ip ?? "" })} onClick={() => end(session)}>
      {say("sessions.end")}
    </Button>
  );
}
