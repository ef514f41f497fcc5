/** Lines about the request of a notice in English; those without a value are left out. */
export const requestInEnglish = `Request {{number}}
Asked by: {{requester}}
For: {{recipient}}
For what: {{asked}}
Reason: {{reason}}`;

/** Lines about the request of a notice in German; those without a value are left out. */
export const requestInGerman = `Antrag {{number}}
Gestellt von: {{requester}}
Für: {{recipient}}
Wofür: {{asked}}
Grund: {{reason}}`;
