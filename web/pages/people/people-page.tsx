import { Button, PageSection } from "@patternfly/react-core";
import { useMemo, useState } from "react";
import { Link } from "react-router";

import type { User } from "../../api/model.ts";
import { usersPath } from "../../api/users.ts";
import { PageTitle } from "../../components/announce.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { PersonName } from "../../components/person-name.tsx";
import { Moment } from "../../messages/moment.tsx";
import { type Say, useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import type { TableFilter, TableSource } from "../../table/table-column.ts";
import { UserStates, userStateWords } from "./user-states.tsx";

const AddPersonDialog = openedLater(async () => (await import("./add-person-dialog.tsx")).AddPersonDialog);
const ImportDialog = openedLater(async () => (await import("./import-dialog.tsx")).ImportDialog);

/** Page of the users. */
export function PeoplePage() {
  const say = useText();
  const may = useMay();
  const [opened, setOpened] = useState<"add" | "import">();
  const close = () => setOpened(undefined);
  const source = useMemo(() => sourceOf(say), [say]);
  const add = (
    <>
      {may("users_post_create") ? (
        <Button variant="primary" onClick={() => setOpened("add")}>
          {say("people.add")}
        </Button>
      ) : null}
      {may("users_post_trialimport") && may("users_post_import") ? (
        <Button variant="secondary" onClick={() => setOpened("import")}>
          {say("peopleImport.title")}
        </Button>
      ) : null}
    </>
  );
  return (
    <PageSection>
      <PageTitle name={say("people.title")} />
      <ResourceTable source={source} add={add} />
      {opened === "add" ? <AddPersonDialog close={close} /> : null}
      {opened === "import" ? <ImportDialog close={close} /> : null}
    </PageSection>
  );
}

function sourceOf(say: Say): TableSource<User> {
  return {
    name: "people",
    title: "people.title",
    path: usersPath,
    empty: "people.empty",
    keyProperty: "key",
    usualOrder: "id",
    expand: "manager",
    keyOf: ({ key }) => key,
    columns: [
      {
        name: "id",
        title: "declared.users.id",
        sortBy: "id",
        cell: ({ key, id }) => <Link to={paths.person(key)}>{id}</Link>,
        text: ({ id }) => id,
      },
      {
        name: "name",
        title: "declared.users.displayName",
        sortBy: "displayName",
        cell: ({ displayName }) => displayName,
        text: ({ displayName }) => displayName ?? "",
      },
      {
        name: "state",
        title: "people.state",
        cell: (user) => <UserStates user={user} />,
        text: (user) => userStateWords(user, say).join(", "),
      },
      {
        name: "manager",
        title: "declared.users.managerKey",
        cell: ({ manager, managerKey }) => (managerKey === null ? null : <PersonName person={manager} />),
        text: ({ manager }) => manager?.displayName ?? manager?.id ?? "",
      },
      {
        name: "end",
        title: "declared.users.endsAt",
        sortBy: "endsAt",
        isHidden: true,
        cell: ({ endsAt }) => (endsAt === null ? null : <Moment at={endsAt} />),
        text: ({ endsAt }) => endsAt ?? "",
      },
      {
        name: "mail",
        title: "declared.users.mail",
        isHidden: true,
        cell: ({ mail }) => mail,
        text: ({ mail }) => mail ?? "",
      },
      {
        name: "timeZone",
        title: "declared.users.timeZone",
        isHidden: true,
        cell: ({ timeZone }) => timeZone,
        text: ({ timeZone }) => timeZone ?? "",
      },
    ],
    filters: [
      {
        name: "state",
        title: "people.state",
        choices: [
          {
            value: "enabled",
            text: "people.enabled",
            where: "disabled eq false",
          },
          {
            value: "disabled",
            text: "people.disabled",
            where: "disabled eq true",
          },
          {
            value: "locked",
            text: "people.locked",
            where: "locked eq true",
          },
        ],
      },
      stayFilter(new Date()),
      {
        name: "manager",
        title: "declared.users.managerKey",
        choices: [
          {
            value: "some",
            text: "people.withManager",
            where: "managerKey ne null",
          },
          {
            value: "none",
            text: "people.withoutManager",
            where: "managerKey eq null",
          },
        ],
      },
    ],
  };
}

const soonMs = 30 * 86_400_000;

/** Returns the filter by start and end, as they are at a moment. */
function stayFilter(at: Date): TableFilter {
  const now = at.toISOString();
  const soon = new Date(at.getTime() + soonMs).toISOString();
  return {
    name: "stay",
    title: "people.stay",
    choices: [
      { value: "notStarted", text: "people.notStarted", where: `startsAt gt ${now}` },
      { value: "endsSoon", text: "people.endsSoon", where: `endsAt gt ${now} and endsAt le ${soon}` },
      { value: "left", text: "people.left", where: `endsAt le ${now}` },
      { value: "incomplete", text: "people.incomplete", where: "externalIncomplete eq true" },
    ],
  };
}
