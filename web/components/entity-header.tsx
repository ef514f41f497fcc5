import type { ReactNode } from "react";
import { Link } from "react-router";

import { type TextKey, useText } from "../messages/text.ts";
import { PageTitle } from "./announce.tsx";

interface EntityHeaderProps {
  /** What the page is called. */
  readonly name: string;
  /** The list from which it comes, or the one thing of which it is a part. */
  readonly list: { readonly path: string; readonly title: TextKey; readonly isOneThing?: true };
  /** States, as labels. */
  readonly labels?: ReactNode;
  /** What can be done with it, as buttons. */
  readonly actions?: ReactNode;
}

/** The head of the page of one thing: the way back to the list, its name, its states, and what can be done with it. */
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
