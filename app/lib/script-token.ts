import { createContext } from 'react';

/**
 * Marks our own scripts with a token that is new for every render. Exactly those are allowed,
 * by hash, and the mark is taken away; a script inside some content cannot know it.
 * Undefined in the browser.
 */
export const ScriptToken = createContext<string | undefined>(undefined);
