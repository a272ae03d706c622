/** Names of the files that the page in a notebook is made of; `scripts/notebook.js` puts them in. */
declare const PAGE_FILES: readonly string[];
