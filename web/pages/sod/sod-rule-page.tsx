import { Button, PageSection, Title } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useNavigate, useParams } from "react-router";

import { call } from "../../api/call.ts";
import type { SodRule } from "../../api/model.ts";
import { itemsByKeyQuery } from "../../api/roles.ts";
import { sodRuleQuery, sodRulesPath } from "../../api/sod.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { EntityHeader } from "../../components/entity-header.tsx";
import { EntityStanding, present } from "../../components/entity-standing.tsx";
import { Facts } from "../../components/facts.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { StateLabel } from "../../components/state-label.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { itemWords } from "./item-words.ts";
import { severities } from "./severities.ts";

const SodRuleDialog = openedLater(async () => (await import("./sod-rule-dialog.tsx")).SodRuleDialog);

/** Page of a rule of separation of duties: what it keeps apart, and its actions. */
export function SodRulePage() {
  const say = useText();
  const { key = "" } = useParams();
  const read = useQuery(sodRuleQuery(key));
  const rule = present(read);
  return (
    <PageSection>
      <EntityHeader
        name={rule?.id ?? say("sod.rule")}
        list={{ path: paths.sodRules, title: "sod.title" }}
        {...(rule !== undefined && { actions: <RuleActions rule={rule} /> })}
      />
      <EntityStanding entity={read} unreadable={say("sod.unreadable")} gone={say("sod.gone")} />
      {rule === undefined ? null : <RuleFacts rule={rule} />}
    </PageSection>
  );
}

function RuleActions({ rule }: { readonly rule: SodRule }) {
  const say = useText();
  const may = useMay();
  const navigate = useNavigate();
  const [opened, setOpened] = useState<"edit" | "remove">();
  const close = () => setOpened(undefined);
  const { key, id } = rule;
  return (
    <>
      {may("sodrules_patch_update") ? (
        <Button variant="secondary" onClick={() => setOpened("edit")}>
          {say("sod.modify")}
        </Button>
      ) : null}
      {may("sodrules_delete") ? (
        <Button variant="link" isDanger onClick={() => setOpened("remove")}>
          {say("sod.remove")}
        </Button>
      ) : null}
      {opened === "edit" ? <SodRuleDialog rule={rule} close={close} /> : null}
      {opened === "remove" ? (
        <ConfirmDialog
          title={say("sod.delete")}
          of={id}
          explained={say("sod.deleteExplained")}
          action={say("sod.remove")}
          isDanger
          call={call("DELETE sodRules()", { key })}
          sets={[sodRulesPath]}
          leave={() => navigate(paths.sodRules)}
          close={close}
        />
      ) : null}
    </>
  );
}

function RuleFacts({ rule }: { readonly rule: SodRule }) {
  const say = useText();
  const { key, description, severity, answer, atLeast, enabled, parts, authorizationPhases } = rule;
  const names = useQuery(itemsByKeyQuery(parts.flatMap(({ items }) => items.map(({ itemKey }) => itemKey)))).data;
  const facts = [
    { term: say("declared.sodRules.description"), value: description },
    {
      term: say("declared.sodRules.severity"),
      value: <StateLabel look={severities[severity]}>{say(`declared.sodRules.severity.${severity}`)}</StateLabel>,
    },
    { term: say("declared.sodRules.answer"), value: say(`declared.sodRules.answer.${answer}`) },
    { term: say("declared.sodRules.atLeast"), value: say("sod.atLeast", { count: atLeast, parts: parts.length }) },
    { term: say("sod.state"), value: say(enabled ? "sod.enabled" : "sod.disabled") },
    {
      term: say("sod.phases"),
      value: <Link to={paths.sodRulePhases(key)}>{say("sod.phasesCount", { count: authorizationPhases.length })}</Link>,
    },
    { term: say("violations.title"), value: <Link to={paths.violations}>{say("sod.violations")}</Link> },
  ];
  return (
    <>
      <Facts facts={facts} />
      <Title headingLevel="h2">{say("declared.sodRules.parts")}</Title>
      <ol>
        {parts.map(({ items }) => (
          <li key={items.map(({ itemKey }) => itemKey).join(" ")}>
            {items.map((item) => itemWords(item, { names, say })).join(` ${say("sod.or")} `)}
          </li>
        ))}
      </ol>
    </>
  );
}
