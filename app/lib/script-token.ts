import { createContext } from 'react';

/**
 * Marks the scripts that we render ourselves, anew for every rendering. Exactly those are allowed,
 * by hash, and the mark is taken away; a script that stands in some content cannot know it.
 * Undefined in the browser.
 */
export const ScriptToken = createContext<string | undefined>(undefined);
