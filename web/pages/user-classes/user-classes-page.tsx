import { Button, Label, PageSection } from "@patternfly/react-core";
import { useMemo, useState } from "react";
import { Link } from "react-router";

import type { UserClass } from "../../api/model.ts";
import { isBuiltIn, userClassesPath } from "../../api/user-classes.ts";
import { PageTitle } from "../../components/announce.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { MarkedWords, type TellOwn, useOwnWords } from "../../messages/own-words.tsx";
import { type Say, useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import type { TableSource } from "../../table/table-column.ts";
import { classDescription } from "./class-words.ts";

const ClassDialog = openedLater(async () => (await import("./class-dialog.tsx")).ClassDialog);

/** Page of the user classes, which policies and approval phases refer to. */
export function UserClassesPage() {
  const say = useText();
  const may = useMay();
  const [isAdding, setAdding] = useState(false);
  const own = useOwnWords();
  const source = useMemo(() => sourceOf(say, own), [say, own]);
  const add = may("userclasses_post_create") ? (
    <Button variant="primary" onClick={() => setAdding(true)}>
      {say("classes.add")}
    </Button>
  ) : null;
  return (
    <PageSection>
      <PageTitle name={say("classes.title")} />
      <ResourceTable source={source} add={add} />
      {isAdding ? <ClassDialog userClass={undefined} close={() => setAdding(false)} /> : null}
    </PageSection>
  );
}

function sourceOf(say: Say, own: TellOwn): TableSource<UserClass> {
  return {
    name: "userClasses",
    title: "classes.title",
    path: userClassesPath,
    empty: "classes.empty",
    keyProperty: "id",
    usualOrder: "id",
    keyOf: ({ id }) => id,
    columns: [
      {
        name: "id",
        title: "declared.userClasses.id",
        sortBy: "id",
        cell: ({ id }) => (
          <>
            <Link to={paths.userClass(id)}>{id}</Link>{" "}
            {isBuiltIn(id) ? <Label isCompact>{say("classes.builtIn")}</Label> : null}
          </>
        ),
        text: ({ id }) => id,
      },
      {
        name: "description",
        title: "declared.userClasses.description",
        cell: (userClass) => <MarkedWords {...classDescription(userClass, own)} />,
        text: (userClass) => classDescription(userClass, own).words,
      },
      {
        name: "condition",
        title: "declared.userClasses.condition",
        cell: ({ condition }) => (condition === null ? say("classes.byHand") : <code>{condition}</code>),
        text: ({ condition }) => condition ?? "",
      },
    ],
    filters: [
      {
        name: "condition",
        title: "declared.userClasses.condition",
        choices: [
          {
            value: "some",
            text: "classes.withCondition",
            where: "condition ne null",
          },
          {
            value: "none",
            text: "classes.byHand",
            where: "condition eq null",
          },
        ],
      },
    ],
  };
}
