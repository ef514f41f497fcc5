import { PageSection } from "@patternfly/react-core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { Link } from "react-router";

import type { Violation } from "../../api/model.ts";
import { itemsByKeyQuery } from "../../api/roles.ts";
import { violationsPath } from "../../api/sod.ts";
import { PageTitle } from "../../components/announce.tsx";
import { PersonName } from "../../components/person-name.tsx";
import { StateLabel } from "../../components/state-label.tsx";
import { Moment } from "../../messages/moment.tsx";
import { type Say, useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import type { TableSource } from "../../table/table-column.ts";
import { itemWords, type KnownItems } from "./item-words.ts";
import { severities } from "./severities.ts";

/** Page of the violations of separation of duties: who, by which access, and with which exception. */
export function ViolationsPage() {
  const say = useText();
  const client = useQueryClient();
  const source = useMemo(
    (): TableSource<Violation> => ({
      ...sourceOf(say),
      async exportedColumns(rows) {
        const keys = rows.flatMap(({ items }) => items.map(({ itemKey }) => itemKey));
        return sourceOf(say, await client.fetchQuery(itemsByKeyQuery(keys))).columns;
      },
    }),
    [say, client],
  );
  return (
    <PageSection>
      <PageTitle name={say("violations.title")} />
      <p>{say("violations.explained")}</p>
      <ResourceTable source={source} />
    </PageSection>
  );
}

function Access({ items }: Pick<Violation, "items">) {
  const say = useText();
  const names = useQuery(itemsByKeyQuery(items.map(({ itemKey }) => itemKey))).data;
  return (
    <ul>
      {items.map((item) => (
        <li key={`${item.part} ${item.itemType} ${item.itemKey}`}>{itemWords(item, { names, say })}</li>
      ))}
    </ul>
  );
}

function State({ violation: { endedAt, exceptionKey } }: { readonly violation: Violation }) {
  const say = useText();
  if (endedAt !== null)
    return (
      <>
        {say("violations.ended")} <Moment at={endedAt} />
      </>
    );
  return exceptionKey === null ? (
    <StateLabel look="danger">{say("violations.open")}</StateLabel>
  ) : (
    <StateLabel look="info">{say("violations.excepted")}</StateLabel>
  );
}

function sourceOf(say: Say, names?: KnownItems): TableSource<Violation> {
  const stateOf = ({ endedAt, exceptionKey }: Violation) => {
    if (endedAt !== null) return `${say("violations.ended")} ${endedAt}`;
    return say(exceptionKey === null ? "violations.open" : "violations.excepted");
  };
  return {
    name: "violations",
    title: "violations.title",
    path: violationsPath,
    empty: "violations.empty",
    keyProperty: "key",
    usualOrder: "foundAt desc",
    isSearched: false,
    expand: "rule($select=key,id,severity),person($select=key,id,displayName)",
    keyOf: ({ key }) => key,
    columns: [
      {
        name: "rule",
        title: "violations.rule",
        cell: ({ rule, ruleKey }) =>
          rule === null || rule === undefined ? ruleKey : <Link to={paths.sodRule(ruleKey)}>{rule.id}</Link>,
        text: ({ rule, ruleKey }) => rule?.id ?? ruleKey,
      },
      {
        name: "severity",
        title: "declared.sodRules.severity",
        cell: ({ rule }) =>
          rule === null || rule === undefined ? null : (
            <StateLabel look={severities[rule.severity]}>
              {say(`declared.sodRules.severity.${rule.severity}`)}
            </StateLabel>
          ),
        text: ({ rule }) => (rule ? say(`declared.sodRules.severity.${rule.severity}`) : ""),
      },
      {
        name: "person",
        title: "violations.person",
        cell: ({ person }) => <PersonName person={person} />,
        text: ({ person, userKey }) => person?.id ?? userKey,
      },
      {
        name: "items",
        title: "violations.items",
        cell: ({ items }) => <Access items={items} />,
        text: ({ items }) => items.map((item) => itemWords(item, { names, say })).join("; "),
      },
      {
        name: "foundAt",
        title: "violations.foundAt",
        sortBy: "foundAt",
        cell: ({ foundAt }) => <Moment at={foundAt} />,
        text: ({ foundAt }) => foundAt,
      },
      {
        name: "state",
        title: "sod.state",
        cell: (violation) => <State violation={violation} />,
        text: stateOf,
      },
    ],
    filters: [
      {
        name: "state",
        title: "sod.state",
        choices: [
          { value: "open", text: "violations.open", where: "endedAt eq null and exceptionKey eq null" },
          { value: "excepted", text: "violations.excepted", where: "endedAt eq null and exceptionKey ne null" },
          { value: "ended", text: "violations.ended", where: "endedAt ne null" },
        ],
      },
      { name: "person", title: "violations.person", enters: "person", where: (key) => `userKey eq ${key}` },
      {
        name: "rule",
        title: "violations.rule",
        enters: "text",
        where: (text) => `rule/id eq '${text.replaceAll("'", "''")}'`,
      },
    ],
  };
}
