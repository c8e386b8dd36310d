import { createContext } from 'react';

/**
 * Marks the scripts that we render ourselves, anew for every rendering. The server allows exactly
 * those by hash and takes the mark away; a script that stands in some content cannot know it.
 * Undefined in the browser.
 */
export const ScriptToken = createContext<string | undefined>(undefined);
