import { Button } from "@patternfly/react-core";
import { Link } from "react-router";

import { accessExceptionsPath } from "../../api/enforcement.ts";
import type { AccessException } from "../../api/model.ts";
import { isOffered, withActions } from "../../api/offered.ts";
import { StateLabel } from "../../components/state-label.tsx";
import { Moment } from "../../messages/moment.tsx";
import { type Say, useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import type { TableColumn, TableFilter, TableSource } from "../../table/table-column.ts";
import { valueChoices } from "../../table/value-choices.ts";
import { personColumn } from "../people/person-column.tsx";
import { accessWords, type KnownNames } from "./difference-words.ts";
import { exceptionLooks, exceptionState } from "./exception-state.ts";
import { useNames } from "./use-names.ts";

interface From {
  readonly exception: AccessException;
  readonly rules: KnownNames | undefined;
}

/** The role or the rule from which there is an exception. */
function FromWhat({ exception: { roleKey, role, sodRuleKey }, rules }: From) {
  if (roleKey !== null) return <Link to={paths.role(roleKey)}>{role?.id ?? roleKey}</Link>;
  if (sodRuleKey !== null) return <Link to={paths.sodRule(sodRuleKey)}>{rules?.get(sodRuleKey) ?? sodRuleKey}</Link>;
  return null;
}

function Access({ exception }: { readonly exception: AccessException }) {
  const say = useText();
  const { targetSystemKey, groupKey } = exception;
  const names = useNames(groupKey === null ? [] : [groupKey]);
  return targetSystemKey === null ? null : <>{accessWords(exception, { names, say })}</>;
}

function State({ exception }: { readonly exception: AccessException }) {
  const say = useText();
  const state = exceptionState(exception, Date.now());
  return (
    <>
      <StateLabel look={exceptionLooks[state]}>{say(`exceptions.state.${state}`)}</StateLabel>{" "}
      {exception.endedAt === null ? null : <Moment at={exception.endedAt} />}
    </>
  );
}

/** Names that the list shows, and the function that opens the end of an exception. */
interface SourceTerms {
  readonly say: Say;
  readonly names: KnownNames;
  readonly rules: KnownNames | undefined;
  end(exception: AccessException): void;
}

const nameOf = ({ person, userKey }: AccessException) => person?.displayName ?? person?.id ?? userKey;
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
const kinds = ["surplus", "deficit", "sod"] as const;

/** Returns the list of exceptions. */
export function exceptionsSource(terms: SourceTerms): TableSource<AccessException> {
  return {
    name: "accessExceptions",
    title: "exceptions.title",
    path: accessExceptionsPath,
    empty: "exceptions.empty",
    keyProperty: "key",
    usualOrder: "key",
    isSearched: false,
    select: withActions(["end"]),
    expand: "person,role,request",
    keyOf: ({ key }) => key,
    columns: [...whatColumns(terms), ...untilColumns(terms)],
    filters: filtersAt(new Date().toISOString()),
  };
}

function whatColumns({ say, names, rules }: SourceTerms): readonly TableColumn<AccessException>[] {
  return [
    personColumn("enforcement.person"),
    {
      name: "kind",
      title: "exceptions.kind",
      cell: ({ kind }) => say(`exceptions.kind.${kind}`),
      text: ({ kind }) => say(`exceptions.kind.${kind}`),
    },
    {
      name: "from",
      title: "exceptions.fromWhat",
      cell: (exception) => <FromWhat exception={exception} rules={rules} />,
      text: ({ role, roleKey, sodRuleKey }) =>
        role?.id ?? roleKey ?? (sodRuleKey === null ? "" : (rules?.get(sodRuleKey) ?? sodRuleKey)),
    },
    {
      name: "access",
      title: "exceptions.access",
      cell: (exception) => <Access exception={exception} />,
      text: (exception) => (exception.targetSystemKey === null ? "" : accessWords(exception, { names, say })),
    },
  ];
}

function untilColumns({ say, end }: SourceTerms): readonly TableColumn<AccessException>[] {
  return [
    {
      name: "reason",
      title: "exceptions.reason",
      cell: ({ reason }) => reason,
      text: ({ reason }) => reason ?? "",
    },
    {
      name: "control",
      title: "exceptions.control",
      cell: ({ control }) => control,
      text: ({ control }) => control ?? "",
      isHidden: true,
    },
    {
      name: "request",
      title: "exceptions.request",
      cell: ({ requestKey, request }) =>
        requestKey === null ? null : (
          <Link to={paths.request(requestKey)}>{request?.number ?? say("enforced.request")}</Link>
        ),
      text: ({ request, requestKey }) => request?.number ?? requestKey ?? "",
    },
    {
      name: "until",
      title: "exceptions.until",
      sortBy: "until",
      cell: ({ until }) => (until === null ? say("exceptions.noEnd") : <Moment at={until} />),
      text: ({ until }) => until ?? "",
    },
    {
      name: "state",
      title: "enforcement.state",
      cell: (exception) => <State exception={exception} />,
      text: (exception) => say(`exceptions.state.${exceptionState(exception, Date.now())}`),
    },
    {
      name: "end",
      title: "exceptions.end",
      cell: (exception) =>
        isOffered(exception, "end") ? (
          <Button
            variant="link"
            isInline
            isDanger
            aria-label={say("exceptions.endOf", { name: nameOf(exception) })}
            onClick={() => end(exception)}
          >
            {say("exceptions.end")}
          </Button>
        ) : null,
    },
  ];
}

function filtersAt(now: string): readonly TableFilter[] {
  return [
    {
      name: "kind",
      title: "exceptions.kind",
      choices: valueChoices("kind", kinds, (kind) => `exceptions.kind.${kind}`),
    },
    {
      name: "state",
      title: "enforcement.state",
      choices: [
        {
          value: "valid",
          text: "exceptions.state.valid",
          where: `endedAt eq null and (until eq null or until gt ${now})`,
        },
        { value: "expired", text: "exceptions.state.expired", where: `endedAt eq null and until le ${now}` },
        { value: "ended", text: "exceptions.state.ended", where: "endedAt ne null" },
      ],
    },
    { name: "person", title: "enforcement.person", enters: "person", where: (key) => `userKey eq ${key}` },
    { name: "role", title: "exceptions.role", enters: "text", where: (text) => `role/id eq ${quoted(text)}` },
  ];
}
