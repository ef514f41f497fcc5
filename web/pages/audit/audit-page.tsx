import { Button, PageSection } from "@patternfly/react-core";
import { useMemo, useState } from "react";

import { auditPath } from "../../api/audit.ts";
import type { SessionLogData } from "../../api/model.ts";
import { PageTitle } from "../../components/announce.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import type { TableSource } from "../../table/table-column.ts";
import { auditColumns } from "./audit-columns.tsx";
import { auditFilters } from "./audit-filters.ts";
import { useAuditWords } from "./audit-words.ts";

const VerifyDialog = openedLater(async () => (await import("./verify-dialog.tsx")).VerifyDialog);

/** Page of the audit log, with search, export and verification of its integrity. */
export function AuditPage() {
  const say = useText();
  const may = useMay();
  const words = useAuditWords();
  const [isVerifying, setVerifying] = useState(false);
  const source = useMemo<TableSource<SessionLogData>>(
    () => ({
      name: "audit",
      title: "audit.title",
      path: auditPath,
      empty: "audit.empty",
      keyProperty: "key",
      usualOrder: "time desc",
      keyOf: ({ key }) => key,
      columns: auditColumns(say, words),
      filters: auditFilters(words),
    }),
    [say, words],
  );
  return (
    <PageSection>
      <PageTitle name={say("audit.title")} />
      <p>{say("audit.explained")}</p>
      <ResourceTable
        source={source}
        actions={
          may("sessionlogdata_post_verify") ? (
            <Button variant="secondary" onClick={() => setVerifying(true)}>
              {say("audit.verify")}
            </Button>
          ) : null
        }
      />
      {isVerifying ? <VerifyDialog close={() => setVerifying(false)} /> : null}
    </PageSection>
  );
}
