import { Button, Label, PageSection } from "@patternfly/react-core";
import { useMemo, useState } from "react";
import { Link } from "react-router";

import type { Grant } from "../../api/model.ts";
import { isOffered, withActions } from "../../api/offered.ts";
import { pathOf } from "../../api/path.ts";
import { PageTitle } from "../../components/announce.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { PersonName } from "../../components/person-name.tsx";
import { Moment } from "../../messages/moment.tsx";
import { type Say, useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import type { TableSource } from "../../table/table-column.ts";
import { thingOf } from "./grant-words.ts";

const ExtendGrantDialog = openedLater(async () => (await import("./extend-grant-dialog.tsx")).ExtendGrantDialog);
const EndGrantDialog = openedLater(async () => (await import("./end-grant-dialog.tsx")).EndGrantDialog);

/** Page of the access that people have or had: why, since when, and until when. */
export function GrantsPage() {
  const say = useText();
  const [ending, setEnding] = useState<Grant>();
  const [extending, setExtending] = useState<Grant>();
  const source = useMemo(() => sourceOf(say, { end: setEnding, extend: setExtending }), [say]);
  return (
    <PageSection>
      <PageTitle name={say("grants.title")} />
      <p>{say("grants.explained")}</p>
      <ResourceTable source={source} />
      {ending === undefined ? null : <EndGrantDialog grant={ending} close={() => setEnding(undefined)} />}
      {extending === undefined ? null : <ExtendGrantDialog grant={extending} close={() => setExtending(undefined)} />}
    </PageSection>
  );
}

function Reason({ grant }: { readonly grant: Grant }) {
  const say = useText();
  const { because, requestKey, request, throughGroup } = grant;
  if (throughGroup !== null) return <>{say("grants.through", { group: throughGroup })}</>;
  if (because === "discovered") return <Label color="orange">{say("grants.because.discovered")}</Label>;
  const words = say(`grants.because.${because}`);
  if (requestKey === null) return <>{words}</>;
  return (
    <>
      {words} <Link to={paths.request(requestKey)}>{request?.number ?? say("grants.itsRequest")}</Link>
    </>
  );
}

function End({ grant }: { readonly grant: Grant }) {
  const say = useText();
  const { until, endedAt, endedBecause, endProblem } = grant;
  if (endedAt !== null)
    return (
      <>
        <Moment at={endedAt} /> {endedBecause === null ? null : say(`grants.ended.${endedBecause}`)}
      </>
    );
  if (until === null) return null;
  return (
    <>
      <Moment at={until} />
      {endProblem === null ? null : (
        <div>
          <Label color="red">{say("grants.notEnded")}</Label> {endProblem}
        </div>
      )}
    </>
  );
}

interface GrantActions {
  end(grant: Grant): void;
  extend(grant: Grant): void;
}

function Actions({ grant, end, extend }: GrantActions & { readonly grant: Grant }) {
  const say = useText();
  return (
    <>
      {isOffered(grant, "extend") ? (
        <Button variant="link" isInline onClick={() => extend(grant)}>
          {say("grants.extend")}
        </Button>
      ) : null}{" "}
      {isOffered(grant, "end") ? (
        <Button variant="link" isInline onClick={() => end(grant)}>
          {say("grants.end")}
        </Button>
      ) : null}
    </>
  );
}

function sourceOf(say: Say, actions: GrantActions): TableSource<Grant> {
  return {
    name: "grants",
    title: "grants.title",
    path: pathOf("grants"),
    empty: "grants.empty",
    keyProperty: "key",
    usualOrder: "key",
    isSearched: false,
    select: withActions(["end", "extend"]),
    expand: "user($select=key,id,displayName),request($select=number)",
    keyOf: ({ key }) => key,
    columns: [
      {
        name: "person",
        title: "grants.person",
        cell: ({ user, userKey }) => (userKey === null ? say("grants.nobody") : <PersonName person={user} />),
        text: ({ user }) => user?.id ?? "",
      },
      {
        name: "kind",
        title: "grants.kind",
        cell: ({ kind }) => say(`grants.kind.${kind}`),
        text: ({ kind }) => say(`grants.kind.${kind}`),
      },
      { name: "thing", title: "grants.thing", cell: (grant) => thingOf(grant), text: (grant) => thingOf(grant) },
      {
        name: "because",
        title: "grants.because",
        cell: (grant) => <Reason grant={grant} />,
        text: ({ because, request }) => `${say(`grants.because.${because}`)} ${request?.number ?? ""}`.trim(),
      },
      {
        name: "from",
        title: "grants.from",
        cell: ({ from }) => <Moment at={from} />,
        text: ({ from }) => from,
      },
      {
        name: "until",
        title: "grants.until",
        sortBy: "until",
        cell: (grant) => <End grant={grant} />,
        text: ({ until, endedAt }) => endedAt ?? until ?? "",
      },
      {
        name: "confirmed",
        title: "grants.confirmed",
        cell: ({ lastConfirmedAt }) =>
          lastConfirmedAt === null ? say("grants.notConfirmed") : <Moment at={lastConfirmedAt} />,
        text: ({ lastConfirmedAt }) => lastConfirmedAt ?? "",
      },
      {
        name: "end",
        title: "grants.action",
        cell: (grant) => <Actions grant={grant} {...actions} />,
      },
    ],
    filters: [
      {
        name: "state",
        title: "grants.state",
        choices: [
          { value: "current", text: "grants.current", where: "endedAt eq null" },
          {
            value: "soon",
            text: "grants.soon",
            where: `endedAt eq null and until lt ${new Date(Date.now() + soonMs).toISOString()}`,
          },
          { value: "unrequested", text: "grants.unrequested", where: "endedAt eq null and because eq 'discovered'" },
          { value: "late", text: "grants.late", where: "endedAt eq null and endProblem ne null" },
          { value: "ended", text: "grants.past", where: "endedAt ne null" },
        ],
      },
      {
        name: "on",
        title: "grants.on",
        enters: "moment",
        where: (moment) => `from le ${moment} and (endedAt eq null or endedAt gt ${moment})`,
      },
      { name: "person", title: "grants.person", enters: "person", where: (key) => `userKey eq ${key}` },
      { name: "group", title: "grants.group", enters: "text", where: (text) => `groupName eq ${quoted(text)}` },
      {
        name: "target",
        title: "grants.target",
        enters: "text",
        where: (text) => `targetSystemKey eq ${quoted(text)}`,
      },
    ],
  };
}

const soonMs = 14 * 24 * 60 * 60 * 1000;
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
