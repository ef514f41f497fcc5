import "@patternfly/react-core/dist/styles/base.css";
import "./base.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router/dom";

import { queryClient } from "./api/query-client.ts";
import { watchPerson } from "./base/active-person.ts";
import { keepFocusInView } from "./keyboard/focus-in-view.ts";
import { applyTheme } from "./layout/theme.ts";
import { preferredLanguage, speak } from "./messages/language.ts";
import { router } from "./routes/router.ts";
import { endAtExternalLinks } from "./session/external-links.ts";

applyTheme();
keepFocusInView(document);
// After a pause the shown data is old: it is read again, and polling resumes.
watchPerson(document, () => void queryClient.invalidateQueries());
endAtExternalLinks(document, (address) => window.location.assign(address));
await speak(preferredLanguage());

const page = document.getElementById("page");
if (page === null) throw new Error("the document has no place for the pages");
createRoot(page).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
