// Read when the page is built: import it as `./glossaryNames.ts?built`.

import terms from "./glossaryTerms";

export default Object.keys(terms);
