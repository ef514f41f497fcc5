import { Button, PageSection } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate, useParams } from "react-router";

import { call, type Tagged } from "../../api/call.ts";
import { importRules } from "../../api/declared/import-rules.ts";
import { importRuleQuery, importRulesPath } from "../../api/import-rules.ts";
import type { ImportRule } from "../../api/model.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { DeclaredFacts } from "../../components/declared-facts.tsx";
import { EntityHeader } from "../../components/entity-header.tsx";
import { EntityStanding, present } from "../../components/entity-standing.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { type Say, useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { ImportTrial } from "./import-trial.tsx";
import { RuleState } from "./rule-state.tsx";

const RuleDialog = openedLater(async () => (await import("./rule-dialog.tsx")).RuleDialog);

/** Page of an import rule: its condition, its action, and a dry run. */
export function ImportRulePage() {
  const say = useText();
  const may = useMay();
  const { key = "" } = useParams();
  const read = useQuery(importRuleQuery(key));
  const { data } = read;
  const rule = present(read);
  return (
    <PageSection>
      <EntityHeader
        name={data === undefined ? say("importRules.title") : nameOf(data, say)}
        list={{ path: paths.importRules, title: "importRules.title" }}
        {...(rule !== undefined && {
          labels: <RuleState isEnabled={rule.enabled} />,
          actions: <RuleActions rule={rule} />,
        })}
      />
      <EntityStanding entity={read} unreadable={say("importRule.unreadable")} gone={say("importRule.gone")} />
      {rule === undefined ? null : (
        <>
          <DeclaredFacts
            of={importRules}
            row={rule}
            leftOut={["sequence", "objectType", "enabled"]}
            own={{
              condition: <code>{rule.condition}</code>,
              policyId: rule.policyId ?? say("importRule.anyPolicy"),
            }}
          />
          {may("importrules_post_trial") ? <ImportTrial ruleKey={rule.key} /> : null}
        </>
      )}
    </PageSection>
  );
}

/** Returns the title of a rule. */
const nameOf = ({ sequence, objectType }: ImportRule, say: Say) =>
  say("importRule.title", { sequence, objects: say(`declared.importRules.objectType.${objectType}`) });

function RuleActions({ rule }: { readonly rule: Tagged<ImportRule> }) {
  const say = useText();
  const may = useMay();
  const navigate = useNavigate();
  const [opened, setOpened] = useState<"edit" | "switch" | "remove">();
  const close = () => setOpened(undefined);
  const { key, enabled, "@odata.etag": etag = null } = rule;
  const switched = say(enabled ? "importRule.disable" : "importRule.enable");
  return (
    <>
      {may("importrules_patch_update") ? (
        <>
          <Button variant="secondary" onClick={() => setOpened("edit")}>
            {say("importRule.edit")}
          </Button>
          <Button variant="secondary" onClick={() => setOpened("switch")}>
            {switched}
          </Button>
        </>
      ) : null}
      {may("importrules_delete") ? (
        <Button variant="secondary" isDanger onClick={() => setOpened("remove")}>
          {say("importRule.remove")}
        </Button>
      ) : null}
      {opened === "edit" ? <RuleDialog rule={rule} close={close} /> : null}
      {opened === "switch" ? (
        <ConfirmDialog
          title={switched}
          of={nameOf(rule, say)}
          explained={say(enabled ? "importRule.disableExplained" : "importRule.enableExplained")}
          action={switched}
          call={call("PATCH importRules()", { key, body: { enabled: !enabled }, etag })}
          sets={[importRulesPath]}
          close={close}
        />
      ) : null}
      {opened === "remove" ? (
        <ConfirmDialog
          title={say("importRule.remove")}
          of={nameOf(rule, say)}
          explained={say("importRule.removeExplained")}
          action={say("importRule.remove")}
          isDanger
          call={call("DELETE importRules()", { key })}
          sets={[importRulesPath]}
          leave={() => navigate(paths.importRules)}
          close={close}
        />
      ) : null}
    </>
  );
}
