import { Title } from "@patternfly/react-core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { Link } from "react-router";

import { enforcementItemStates } from "#domain/roles/enforcement-run.ts";

import { readAnew } from "../../api/changing.ts";
import { requestNumbersQuery } from "../../api/enforcement.ts";
import type { EnforcementItem } from "../../api/model.ts";
import { pathOf } from "../../api/path.ts";
import { itemsByKeyQuery } from "../../api/roles.ts";
import { StateLabel } from "../../components/state-label.tsx";
import { codeWords } from "../../messages/error-words.ts";
import { type Say, useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import type { TableSource } from "../../table/table-column.ts";
import { valueChoices } from "../../table/value-choices.ts";
import { personColumn } from "../people/person-column.tsx";
import { differenceWords, groupKeysOf, type KnownNames } from "./difference-words.ts";
import { itemLooks } from "./enforcement-words.ts";
import { namesOfItems, useNames } from "./use-names.ts";

interface EnforcedPeopleProps {
  readonly runKey: string;
  /** Number of people whose differences are not resolved yet. */
  readonly waiting: number;
}

/** People of a run, each with the differences, the requests that resolve them, and the reason of a refusal. */
export function EnforcedPeople({ runKey, waiting }: EnforcedPeopleProps) {
  const say = useText();
  const client = useQueryClient();
  const names = useNames();
  // Progress is shown at once, not with the next poll of the list.
  useEffect(() => void readAnew(client, pathOf("enforcementRuns()/items", runKey)), [client, runKey, waiting]);
  const source = useMemo(
    (): TableSource<EnforcementItem> => ({
      ...sourceOf({ runKey, names, say }),
      async exportedColumns(rows) {
        const keys = groupKeysOf(rows.flatMap(({ differences }) => differences));
        const groups = namesOfItems(await client.fetchQuery(itemsByKeyQuery(keys)));
        return sourceOf({ runKey, names: new Map([...names, ...groups]), say }).columns;
      },
    }),
    [client, runKey, names, say],
  );
  return (
    <section aria-labelledby="enforced-people-title" className="gatehouse-below">
      <Title headingLevel="h2" id="enforced-people-title">
        {say("enforced.title")}
      </Title>
      <ResourceTable source={source} />
    </section>
  );
}

function Differences({ differences }: Pick<EnforcementItem, "differences">) {
  const say = useText();
  const names = useNames(groupKeysOf(differences));
  return (
    <ul className="gatehouse-plain-list">
      {differences.map((difference) => {
        const words = differenceWords(difference, { names, say });
        return <li key={`${words} ${difference.accountKey} ${difference.requestKey}`}>{words}</li>;
      })}
    </ul>
  );
}

function Requests({ requestKeys }: Pick<EnforcementItem, "requestKeys">) {
  const say = useText();
  const numbers = useQuery(requestNumbersQuery(requestKeys)).data;
  return (
    <>
      {requestKeys.map((key) => (
        <div key={key}>
          <Link to={paths.request(key)}>{numbers?.get(key) ?? say("enforced.request")}</Link>
        </div>
      ))}
    </>
  );
}

/** Returns the reason of a refusal: the meaning of its code and the words of the service. */
function whyOf({ errorCode, errorMessage }: EnforcementItem): string {
  const words = errorCode === null ? "" : codeWords(errorCode);
  return [...new Set([words, errorMessage ?? ""])].filter((part) => part !== "").join(" ");
}

interface SourceTerms {
  readonly runKey: string;
  readonly names: KnownNames;
  readonly say: Say;
}

function sourceOf({ runKey, names, say }: SourceTerms): TableSource<EnforcementItem> {
  return {
    name: "enforcedPeople",
    title: "enforced.title",
    path: pathOf("enforcementRuns()/items", runKey),
    empty: "enforced.empty",
    keyProperty: "key",
    usualOrder: "key",
    expand: "person",
    isSearched: false,
    keyOf: ({ key }) => key,
    columns: [
      personColumn("enforcement.person"),
      {
        name: "differences",
        title: "enforcement.differences",
        cell: ({ differences }) => <Differences differences={differences} />,
        text: ({ differences }) =>
          differences.map((difference) => differenceWords(difference, { names, say })).join("; "),
      },
      {
        name: "state",
        title: "enforcement.state",
        cell: ({ state }) => <StateLabel look={itemLooks[state]}>{say(`enforced.state.${state}`)}</StateLabel>,
        text: ({ state }) => say(`enforced.state.${state}`),
      },
      {
        name: "requests",
        title: "enforced.requests",
        cell: ({ requestKeys }) => <Requests requestKeys={requestKeys} />,
        text: ({ requestKeys }) => requestKeys.join(" "),
      },
      { name: "why", title: "enforced.why", cell: whyOf, text: whyOf },
    ],
    filters: [
      {
        name: "state",
        title: "enforcement.state",
        choices: valueChoices("state", enforcementItemStates, (state) => `enforced.state.${state}`),
      },
      { name: "person", title: "enforcement.person", enters: "person", where: (key) => `userKey eq ${key}` },
    ],
  };
}
