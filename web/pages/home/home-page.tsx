import { Card, CardBody, CardFooter, CardTitle, Label, PageSection, Skeleton } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";

import type { Request } from "../../api/model.ts";
import type { Page, Path } from "../../api/odata.ts";
import { firstRequestsQuery, requestsPath, waitingPath } from "../../api/requests.ts";
import { PageTitle } from "../../components/announce.tsx";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { navigation } from "../../layout/navigation.ts";
import { withTexts } from "../../messages/language.ts";
import { Moment } from "../../messages/moment.tsx";
import { askedFor } from "../../messages/request-words.ts";
import { type TextKey, useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { useSession } from "../../session/use-session.ts";
import { StatusLabel } from "../requests/status-label.tsx";

const SentBackLabel = openedLater(
  async () => (await withTexts("requests", import("../requests/sent-back-label.tsx"))).SentBackLabel,
);
const MyAccess = openedLater(async () => (await withTexts("me", import("./my-access.tsx"))).MyAccess);

const forEverybody = navigation.find(({ text }) => text === "navigation.forMe")?.entries ?? [];
const ledTo = new Set<string>([paths.home, paths.requests, paths.waiting, paths.access]);

/** Page with the user's pending approvals, requests and holdings. */
export function HomePage() {
  const say = useText();
  const { user } = useSession();
  const own = `active eq true and (requesterKey eq ${user.key} or recipientKey eq ${user.key})`;
  return (
    <PageSection>
      <PageTitle name={say("home.title")}>{say("home.greeting", { name: user.displayName ?? user.id })}</PageTitle>
      <div className="gatehouse-columns">
        <Requests
          title="home.waiting"
          empty="home.nothingWaits"
          path={waitingPath}
          filter={undefined}
          to={paths.waiting}
        />
        <Requests title="home.asked" empty="home.nothingAsked" path={requestsPath} filter={own} to={paths.requests} />
        <MyAccess userKey={user.key} />
        <More />
      </div>
    </PageSection>
  );
}

interface RequestsProps {
  readonly title: TextKey;
  readonly empty: TextKey;
  readonly path: Path<Page<Request>>;
  readonly filter: string | undefined;
  readonly to: string;
}

function Requests({ title, empty, path, filter, to }: RequestsProps) {
  const say = useText();
  const { data, error } = useQuery(firstRequestsQuery(path, filter));
  const rows = data?.value ?? [];
  return (
    <Card component="section">
      <CardTitle component="h2">
        {say(title)} {data === undefined ? null : <Label isCompact>{data["@odata.count"] ?? rows.length}</Label>}
      </CardTitle>
      <CardBody>
        {error === null ? null : <ErrorAlert error={error} />}
        {data === undefined && error === null ? <Skeleton screenreaderText={say("state.loading")} /> : null}
        {data !== undefined && rows.length === 0 ? <p>{say(empty)}</p> : null}
        <ul className="gatehouse-plain-list">
          {rows.map(({ key, number, status, sentBackAt, operations, createdAt }) => (
            <li key={key}>
              <Link to={paths.request(key)}>{number}</Link> {askedFor(operations, say)} <StatusLabel status={status} />{" "}
              {sentBackAt === null ? null : <SentBackLabel />} <Moment at={createdAt} />
            </li>
          ))}
        </ul>
      </CardBody>
      <CardFooter>
        <Link to={to}>{say("home.all", { title: say(title) })}</Link>
      </CardFooter>
    </Card>
  );
}

/** Links to the pages for all users that nothing else on this page leads to. */
function More() {
  const say = useText();
  const may = useMay();
  const shown = forEverybody.filter(({ path, policy }) => !ledTo.has(path) && (policy === null || may(policy)));
  return (
    <Card component="section">
      <CardTitle component="h2">{say("home.more")}</CardTitle>
      <CardBody>
        <ul className="gatehouse-plain-list">
          {shown.map(({ path, text }) => (
            <li key={path}>
              <Link to={path}>{say(text)}</Link>
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  );
}
