import { Button, Title } from "@patternfly/react-core";
import { useMemo, useState } from "react";
import { Link } from "react-router";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import type { UserClassMember } from "../../api/model.ts";
import type { Page, Path } from "../../api/odata.ts";
import { pathOf } from "../../api/path.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { PersonName } from "../../components/person-name.tsx";
import { PersonPicker } from "../../components/person-picker.tsx";
import { type Say, useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import type { TableSource } from "../../table/table-column.ts";

/** Members of a user class. Explicit members are added and removed here; members by the condition change with it. */
export function ClassMembers({ userClassId }: { readonly userClassId: string }) {
  const say = useText();
  const may = useMay();
  const path = pathOf("userClasses()/members", userClassId);
  const [removed, setRemoved] = useState<UserClassMember>();
  const mayRemove = may("userclasses_members_delete");
  const source = useMemo(() => sourceOf(say, path, mayRemove ? setRemoved : undefined), [say, path, mayRemove]);
  return (
    <section aria-labelledby="members-title" className="gatehouse-below">
      <Title headingLevel="h2" id="members-title">
        {say("group.members")}
      </Title>
      {may("userclasses_members_post_create") && may("people_get_list") ? (
        <AddMember userClassId={userClassId} />
      ) : null}
      <ResourceTable source={source} />
      {removed === undefined ? null : (
        <ConfirmDialog
          title={say("class.removeMember", { name: nameOf(removed) })}
          explained={say("class.removeMemberExplained", { id: userClassId })}
          action={say("action.remove")}
          isDanger
          call={call("DELETE userClasses()/members()", { key: [userClassId, removed.key] })}
          sets={[path]}
          close={() => setRemoved(undefined)}
        />
      )}
    </section>
  );
}

function AddMember({ userClassId }: { readonly userClassId: string }) {
  const say = useText();
  const { mutate, error } = useChanging([pathOf("userClasses()/members", userClassId)]);
  return (
    <>
      {error === null ? null : <ErrorAlert error={error} />}
      <PersonPicker
        id="new-member"
        label={say("class.addMember")}
        without={new Set()}
        choose={({ key }) => mutate(call("POST userClasses()/members", { key: userClassId, body: { userKey: key } }))}
      />
    </>
  );
}

const nameOf = ({ person, userKey }: UserClassMember) => person?.displayName ?? person?.id ?? userKey;

function sourceOf(
  say: Say,
  path: Path<Page<UserClassMember>>,
  remove: ((member: UserClassMember) => void) | undefined,
): TableSource<UserClassMember> {
  return {
    name: "classMembers",
    title: "group.members",
    path,
    empty: "class.noMembers",
    keyProperty: "key",
    usualOrder: "key",
    expand: "person",
    isSearched: false,
    keyOf: ({ key }) => key,
    columns: [
      {
        name: "person",
        title: "class.member",
        cell: ({ userKey, person }) => (
          <Link to={paths.person(userKey)}>
            <PersonName person={person} />
          </Link>
        ),
        text: ({ person }) => person?.displayName ?? "",
      },
      {
        name: "id",
        title: "declared.users.id",
        cell: ({ person }) => person?.id,
        text: ({ person }) => person?.id ?? "",
      },
      {
        name: "by",
        title: "class.by",
        cell: ({ byCondition }) => say(byCondition ? "class.byCondition" : "class.byHand"),
        text: ({ byCondition }) => say(byCondition ? "class.byCondition" : "class.byHand"),
      },
      ...(remove === undefined
        ? []
        : [
            {
              name: "remove",
              title: "action.remove" as const,
              cell: (member: UserClassMember) =>
                member.byCondition ? null : (
                  <Button
                    variant="link"
                    isInline
                    isDanger
                    aria-label={say("class.removeMember", { name: nameOf(member) })}
                    onClick={() => remove(member)}
                  >
                    {say("action.remove")}
                  </Button>
                ),
            },
          ]),
    ],
    filters: [
      {
        name: "by",
        title: "class.by",
        choices: [
          {
            value: "hand",
            text: "class.byHand",
            where: "byCondition eq false",
          },
          {
            value: "condition",
            text: "class.byCondition",
            where: "byCondition eq true",
          },
        ],
      },
    ],
  };
}
