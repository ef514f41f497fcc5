import { Button, PageSection } from "@patternfly/react-core";
import { useMemo, useState } from "react";
import { Link } from "react-router";

import type { SodRule } from "../../api/model.ts";
import { sodRulesPath } from "../../api/sod.ts";
import { PageTitle } from "../../components/announce.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { StateLabel } from "../../components/state-label.tsx";
import { type Say, useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import type { TableSource } from "../../table/table-column.ts";
import { valueChoices } from "../../table/value-choices.ts";
import { severities } from "./severities.ts";

const SodRuleDialog = openedLater(async () => (await import("./sod-rule-dialog.tsx")).SodRuleDialog);

/** Page of the rules of separation of duties. */
export function SodRulesPage() {
  const say = useText();
  const may = useMay();
  const [isAdding, setAdding] = useState(false);
  const source = useMemo(() => sourceOf(say), [say]);
  const add = may("sodrules_post_create") ? (
    <Button variant="primary" onClick={() => setAdding(true)}>
      {say("sod.add")}
    </Button>
  ) : null;
  return (
    <PageSection>
      <PageTitle name={say("sod.title")} />
      <p>{say("sod.explained")}</p>
      <ResourceTable source={source} add={add} />
      {isAdding ? <SodRuleDialog rule={undefined} close={() => setAdding(false)} /> : null}
    </PageSection>
  );
}

function sourceOf(say: Say): TableSource<SodRule> {
  const stateOf = ({ enabled }: SodRule) => say(enabled ? "sod.enabled" : "sod.disabled");
  return {
    name: "sodRules",
    title: "sod.title",
    path: sodRulesPath,
    empty: "sod.empty",
    keyProperty: "key",
    usualOrder: "id",
    keyOf: ({ key }) => key,
    columns: [
      {
        name: "id",
        title: "declared.sodRules.id",
        sortBy: "id",
        cell: ({ key, id }) => <Link to={paths.sodRule(key)}>{id}</Link>,
        text: ({ id }) => id,
      },
      {
        name: "description",
        title: "declared.sodRules.description",
        cell: ({ description }) => description,
        text: ({ description }) => description,
      },
      {
        name: "severity",
        title: "declared.sodRules.severity",
        cell: ({ severity }) => (
          <StateLabel look={severities[severity]}>{say(`declared.sodRules.severity.${severity}`)}</StateLabel>
        ),
        text: ({ severity }) => say(`declared.sodRules.severity.${severity}`),
      },
      {
        name: "answer",
        title: "declared.sodRules.answer",
        cell: ({ answer }) => say(`declared.sodRules.answer.${answer}`),
        text: ({ answer }) => say(`declared.sodRules.answer.${answer}`),
      },
      {
        name: "enabled",
        title: "sod.state",
        cell: (rule) => <StateLabel look={rule.enabled ? "success" : "warning"}>{stateOf(rule)}</StateLabel>,
        text: stateOf,
      },
    ],
    filters: [
      {
        name: "enabled",
        title: "sod.state",
        choices: [
          { value: "yes", text: "sod.enabled", where: "enabled eq true" },
          { value: "no", text: "sod.disabled", where: "enabled eq false" },
        ],
      },
      {
        name: "severity",
        title: "declared.sodRules.severity",
        choices: valueChoices(
          "severity",
          ["critical", "high", "medium", "low"],
          (value) => `declared.sodRules.severity.${value}`,
        ),
      },
    ],
  };
}
