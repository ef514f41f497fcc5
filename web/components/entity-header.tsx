import type { ReactNode } from "react";
import { Link } from "react-router";

import { type TextKey, useText } from "../messages/text.ts";
import { PageTitle } from "./announce.tsx";

interface EntityHeaderProps {
  /** Title of the page. */
  readonly name: string;
  /** The list to go back to, or the one object that the page is a part of. */
  readonly list: { readonly path: string; readonly title: TextKey; readonly isOneThing?: true };
  /** States, as labels. */
  readonly labels?: ReactNode;
  /** Actions as buttons. */
  readonly actions?: ReactNode;
}

/** The head of the page of one object: the way back to the list, its name, its states and its actions. */
export function EntityHeader({ name, list, labels, actions }: EntityHeaderProps) {
  const say = useText();
  return (
    <>
      <p className="gatehouse-small">
        <Link to={list.path}>{say(list.isOneThing ? "action.backTo" : "home.all", { title: say(list.title) })}</Link>
      </p>
      <div className="gatehouse-head">
        <PageTitle name={name} />
        {labels}
      </div>
      {actions === undefined ? null : <div className="gatehouse-toolbar">{actions}</div>}
    </>
  );
}
