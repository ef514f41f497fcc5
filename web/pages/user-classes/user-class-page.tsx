import { Button, Label, PageSection } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate, useParams } from "react-router";

import { call } from "../../api/call.ts";
import { userClasses } from "../../api/declared/user-classes.ts";
import type { UserClass } from "../../api/model.ts";
import { isBuiltIn, userClassesPath, userClassQuery } from "../../api/user-classes.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { DeclaredFacts } from "../../components/declared-facts.tsx";
import { EntityHeader } from "../../components/entity-header.tsx";
import { EntityStanding, present } from "../../components/entity-standing.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { MarkedWords, useOwnWords } from "../../messages/own-words.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { ClassMembers } from "./class-members.tsx";
import { classDescription } from "./class-words.ts";

const ClassDialog = openedLater(async () => (await import("./class-dialog.tsx")).ClassDialog);

/** Page of a user class: its description, its condition, and its members. */
export function UserClassPage() {
  const say = useText();
  const may = useMay();
  const own = useOwnWords();
  const { id = "" } = useParams();
  const read = useQuery(userClassQuery(id));
  const userClass = present(read);
  return (
    <PageSection>
      <EntityHeader
        name={id}
        list={{ path: paths.userClasses, title: "classes.title" }}
        {...(isBuiltIn(id) && { labels: <Label isCompact>{say("classes.builtIn")}</Label> })}
        {...(userClass !== undefined && { actions: <Actions userClass={userClass} /> })}
      />
      <EntityStanding entity={read} unreadable={say("class.unreadable")} gone={say("class.gone")} />
      {userClass === undefined ? null : (
        <>
          <DeclaredFacts
            of={userClasses}
            row={userClass}
            leftOut={["id"]}
            own={{
              description: <MarkedWords {...classDescription(userClass, own)} />,
              condition: userClass.condition === null ? say("classes.byHand") : <code>{userClass.condition}</code>,
            }}
          />
          {may("userclasses_members_get_list") ? <ClassMembers userClassId={userClass.id} /> : null}
        </>
      )}
    </PageSection>
  );
}

function Actions({ userClass }: { readonly userClass: UserClass }) {
  const say = useText();
  const may = useMay();
  const navigate = useNavigate();
  const [opened, setOpened] = useState<"edit" | "delete">();
  const close = () => setOpened(undefined);
  return (
    <>
      {may("userclasses_patch_update") ? (
        <Button variant="secondary" onClick={() => setOpened("edit")}>
          {say("class.edit")}
        </Button>
      ) : null}
      {may("userclasses_delete") && !isBuiltIn(userClass.id) ? (
        <Button variant="secondary" isDanger onClick={() => setOpened("delete")}>
          {say("class.delete")}
        </Button>
      ) : null}
      {opened === "edit" ? <ClassDialog userClass={userClass} close={close} /> : null}
      {opened === "delete" ? (
        <ConfirmDialog
          title={say("class.delete")}
          of={userClass.id}
          explained={say("class.deleteExplained", { id: userClass.id })}
          action={say("class.delete")}
          isDanger
          call={call("DELETE userClasses()", { key: userClass.id })}
          sets={[userClassesPath]}
          leave={() => navigate(paths.userClasses)}
          close={close}
        />
      ) : null}
    </>
  );
}
