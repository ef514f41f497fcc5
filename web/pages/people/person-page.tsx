import { Button, PageSection } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useParams } from "react-router";

import { users } from "../../api/declared/users.ts";
import type { Person, User } from "../../api/model.ts";
import { isOffered } from "../../api/offered.ts";
import { userQuery } from "../../api/users.ts";
import { DeclaredFacts } from "../../components/declared-facts.tsx";
import { EntityHeader } from "../../components/entity-header.tsx";
import { EntityStanding, present } from "../../components/entity-standing.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { PersonName } from "../../components/person-name.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import type { EndAction } from "./end-dialog.tsx";
import { PersonParts } from "./person-parts.tsx";
import { type UserStateAction, UserStateDialog } from "./user-state-dialog.tsx";
import { UserStates } from "./user-states.tsx";

const EditPersonDialog = openedLater(async () => (await import("./edit-person-dialog.tsx")).EditPersonDialog);
const PasswordLinkDialog = openedLater(async () => (await import("./password-link-dialog.tsx")).PasswordLinkDialog);

const EndDialog = openedLater(async () => (await import("./end-dialog.tsx")).EndDialog);

/** Page of a user: their properties, their accounts and other parts, and the actions on them. */
export function PersonPage() {
  const say = useText();
  const may = useMay();
  const { key = "" } = useParams();
  const read = useQuery(userQuery(key));
  const user = present(read);
  const name = user === undefined ? say("person.title") : (user.displayName ?? user.id);
  return (
    <PageSection>
      <EntityHeader
        name={name}
        list={{ path: paths.people, title: "people.title" }}
        {...(user !== undefined && { labels: <UserStates user={user} />, actions: <Actions user={user} /> })}
      />
      <EntityStanding entity={read} unreadable={say("person.unreadable")} gone={say("person.gone")} />
      {user === undefined ? null : (
        <>
          <PersonFacts user={user} />
          {may("users_grants_get_list") ? (
            <p>
              <Link to={paths.grantsOf(user.key)}>{say("grants.ofPerson")}</Link>
            </p>
          ) : null}
          <PersonParts userKey={user.key} name={name} />
        </>
      )}
    </PageSection>
  );
}

function PersonFacts({ user }: { readonly user: User }) {
  const { manager, managerKey, sponsor, sponsorKey } = user;
  const own = { managerKey: linkTo(managerKey, manager), sponsorKey: linkTo(sponsorKey, sponsor) };
  return <DeclaredFacts of={users} row={user} leftOut={["locked", "disabled", "externalIncomplete"]} own={own} />;
}

/** Returns a link to the page of a person; null if there is none. */
function linkTo(key: string | null, person: Person | null | undefined) {
  return key === null ? null : (
    <Link to={paths.person(key)}>
      <PersonName person={person} />
    </Link>
  );
}

const stateActions = ["disable", "enable", "unlock"] as const satisfies readonly UserStateAction[];

const endActions = ["extend", "leave"] as const satisfies readonly EndAction[];

const isStateAction = (action: string | undefined): action is UserStateAction =>
  stateActions.some((one) => one === action);

function Actions({ user }: { readonly user: User }) {
  const say = useText();
  const may = useMay();
  const [opened, setOpened] = useState<"edit" | "link" | EndAction | UserStateAction>();
  const close = () => setOpened(undefined);
  // An action that is offered for a disabled user fails only with an error that explains itself.
  const states = stateActions.filter((action) => isOffered(user, action) && !(action === "disable" && user.disabled));
  return (
    <>
      {may("users_patch_update") ? (
        <Button variant="secondary" onClick={() => setOpened("edit")}>
          {say("person.edit")}
        </Button>
      ) : null}
      {isOffered(user, "issuePasswordLink") && !user.disabled ? (
        <Button variant="secondary" onClick={() => setOpened("link")}>
          {say("link.title")}
        </Button>
      ) : null}
      {states.map((action) => (
        <Button key={action} variant="secondary" isDanger={action === "disable"} onClick={() => setOpened(action)}>
          {say(`person.${action}`)}
        </Button>
      ))}
      {endActions
        .filter((action) => isOffered(user, action))
        .map((action) => (
          <Button key={action} variant="secondary" isDanger={action === "leave"} onClick={() => setOpened(action)}>
            {say(`person.${action}`)}
          </Button>
        ))}
      {opened === "leave" || opened === "extend" ? <EndDialog user={user} action={opened} close={close} /> : null}
      {opened === "edit" ? <EditPersonDialog user={user} close={close} /> : null}
      {opened === "link" ? <PasswordLinkDialog user={user} close={close} /> : null}
      {isStateAction(opened) ? <UserStateDialog user={user} action={opened} close={close} /> : null}
    </>
  );
}
