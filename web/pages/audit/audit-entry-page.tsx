import { PageSection } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";

import { auditEntryQuery } from "../../api/audit.ts";
import type { SessionLogData } from "../../api/model.ts";
import { EntityHeader } from "../../components/entity-header.tsx";
import { EntityStanding, present } from "../../components/entity-standing.tsx";
import { Facts } from "../../components/facts.tsx";
import { ExactMoment } from "../../messages/moment.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { AuditResult } from "./audit-columns.tsx";
import { useAuditWords } from "./audit-words.ts";
import { EntryChanges } from "./entry-changes.tsx";
import { NamedPerson } from "./named-person.tsx";

/** Page of an audit event: actor, operation, recipient and target, and the changed values. */
export function AuditEntryPage() {
  const say = useText();
  const { key = "" } = useParams();
  const read = useQuery(auditEntryQuery(key));
  const entry = present(read);
  return (
    <PageSection>
      <EntityHeader
        name={read.data === undefined ? say("audit.entry") : read.data.operation}
        list={{ path: paths.audit, title: "audit.title" }}
        {...(entry !== undefined && { labels: <AuditResult result={entry.result} /> })}
      />
      <EntityStanding entity={read} unreadable={say("audit.unreadable")} gone={say("audit.gone")} />
      {entry === undefined ? null : (
        <>
          <EntryFacts entry={entry} />
          <EntryChanges changes={entry.changes} />
        </>
      )}
    </PageSection>
  );
}

const named = (key: string | null) => (key === null ? null : <NamedPerson userKey={key} />);

function EntryFacts({ entry }: { readonly entry: SessionLogData }) {
  const say = useText();
  const words = useAuditWords();
  const facts = [
    [say("audit.time"), <ExactMoment key="time" at={entry.time} />],
    [say("audit.operation"), words.get(entry.operation) ?? entry.operation],
    [say("audit.actor"), named(entry.actor)],
    [say("audit.recipient"), named(entry.recipient)],
    [say("audit.ident"), entry.ident],
    [say("audit.requested"), entry.requested],
    [say("audit.targetSystem"), entry.targetSystem],
    [say("audit.account"), entry.account],
    [say("audit.message"), entry.message],
    [say("audit.batchId"), entry.batchId],
    [say("audit.module"), entry.module],
    [say("audit.ip"), entry.ip],
    [say("audit.session"), entry.sessid],
    [say("audit.requestId"), entry.requestId],
    [say("audit.node"), entry.node],
    [say("audit.seq"), entry.seq],
    [say("audit.duration"), entry.durationMs],
    [say("audit.calls"), entry.calls],
  ] as const;
  return <Facts facts={facts.flatMap(([term, value]) => (value === null || value === "" ? [] : [{ term, value }]))} />;
}
