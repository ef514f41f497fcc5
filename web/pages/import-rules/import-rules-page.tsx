import { Button, PageSection } from "@patternfly/react-core";
import { useMemo, useState } from "react";
import { Link } from "react-router";

import { importRulesPath } from "../../api/import-rules.ts";
import type { ImportRule } from "../../api/model.ts";
import { PageTitle } from "../../components/announce.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { type Say, useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import type { TableSource } from "../../table/table-column.ts";
import { valueChoices } from "../../table/value-choices.ts";
import { ImportTrial } from "./import-trial.tsx";
import { RuleState } from "./rule-state.tsx";

const RuleDialog = openedLater(async () => (await import("./rule-dialog.tsx")).RuleDialog);

/** Page of the rules that put discovered objects under policies, with a dry run. */
export function ImportRulesPage() {
  const say = useText();
  const may = useMay();
  const [isAdding, setAdding] = useState(false);
  const source = useMemo(() => sourceOf(say), [say]);
  return (
    <PageSection>
      <PageTitle name={say("importRules.title")} />
      <p>{say("importRules.explained")}</p>
      <ResourceTable
        source={source}
        add={
          may("importrules_post_create") ? (
            <Button onClick={() => setAdding(true)}>{say("importRules.add")}</Button>
          ) : null
        }
      />
      {may("importrules_post_trial") ? <ImportTrial /> : null}
      {isAdding ? <RuleDialog rule={undefined} close={() => setAdding(false)} /> : null}
    </PageSection>
  );
}

const typeChoices = valueChoices(
  "objectType",
  ["managedSystem", "managedAccount"],
  (type) => `declared.importRules.objectType.${type}`,
);

function sourceOf(say: Say): TableSource<ImportRule> {
  const titleOf = ({ sequence, objectType }: ImportRule) =>
    say("importRule.title", { sequence, objects: say(`declared.importRules.objectType.${objectType}`) });
  return {
    name: "importRules",
    title: "importRules.title",
    path: importRulesPath,
    empty: "importRules.empty",
    keyProperty: "key",
    usualOrder: "objectType desc,sequence",
    keyOf: ({ key }) => key,
    columns: [
      {
        name: "sequence",
        title: "importTrial.rule",
        sortBy: "sequence",
        cell: (rule) => <Link to={paths.importRule(rule.key)}>{titleOf(rule)}</Link>,
        text: titleOf,
      },
      {
        name: "condition",
        title: "declared.importRules.condition",
        cell: ({ condition }) => <code>{condition}</code>,
        text: ({ condition }) => condition,
      },
      {
        name: "action",
        title: "declared.importRules.action",
        sortBy: "action",
        cell: ({ action }) => say(`declared.importRules.action.${action}`),
        text: ({ action }) => action,
      },
      {
        name: "policy",
        title: "declared.importRules.policyId",
        sortBy: "policyId",
        cell: ({ policyId }) => policyId,
        text: ({ policyId }) => policyId ?? "",
      },
      {
        name: "description",
        title: "declared.importRules.description",
        cell: ({ description }) => description,
        text: ({ description }) => description ?? "",
      },
      {
        name: "state",
        title: "importRule.state",
        cell: ({ enabled }) => <RuleState isEnabled={enabled} />,
        text: ({ enabled }) => say(enabled ? "importRule.enabled" : "importRule.disabled"),
      },
    ],
    filters: [
      {
        name: "objects",
        title: "declared.importRules.objectType",
        choices: typeChoices,
      },
      {
        name: "state",
        title: "importRule.state",
        choices: [
          {
            value: "on",
            text: "importRule.enabled",
            where: "enabled eq true",
          },
          {
            value: "off",
            text: "importRule.disabled",
            where: "enabled eq false",
          },
        ],
      },
    ],
  };
}
