import { createContext } from 'react';

/** Names the response header in which a page tells the server its token. */
export const scriptTokenHeader = 'x-script-token';

/**
 * Marks the scripts that we render ourselves, anew for every rendering. The server allows exactly
 * those by hash and takes the mark away; a script that stands in some content cannot know it.
 * Undefined in the browser.
 */
export const ScriptToken = createContext<string | undefined>(undefined);
