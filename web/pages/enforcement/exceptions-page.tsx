import { PageSection } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";

import type { AccessException } from "../../api/model.ts";
import { sodRuleNamesQuery } from "../../api/sod.ts";
import { PageTitle } from "../../components/announce.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import { exceptionsSource } from "./exceptions-source.tsx";
import { useNames } from "./use-names.ts";

const EndExceptionDialog = openedLater(async () => (await import("./end-exception-dialog.tsx")).EndExceptionDialog);

/** Page of the exceptions from roles and from rules: who, from what, why and until when. */
export function ExceptionsPage() {
  const say = useText();
  const may = useMay();
  const [ended, setEnded] = useState<AccessException>();
  const names = useNames();
  const { data: rules } = useQuery({ ...sodRuleNamesQuery, enabled: may("sodrules_get_list") });
  const source = useMemo(() => exceptionsSource({ say, names, rules, end: setEnded }), [say, names, rules]);
  return (
    <PageSection>
      <PageTitle name={say("exceptions.title")} />
      <p>{say("exceptions.explained")}</p>
      <ResourceTable source={source} />
      {ended === undefined ? null : <EndExceptionDialog exception={ended} close={() => setEnded(undefined)} />}
    </PageSection>
  );
}
