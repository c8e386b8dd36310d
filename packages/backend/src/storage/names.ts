/** Storage's own rule: characters that every S3-compatible store accepts. */
const keyCharacters = /^[A-Za-z0-9_/!.*'() &$=@;:+,?-]+$/;
const bucketCharacters = /^[A-Za-z0-9_!.*'() &$=@;:+,?-]{1,100}$/;

/** S3's limit; every allowed character is one byte. */
const LONGEST_KEY = 1024;

/** Whether the text can name an object. Dot segments could never be requested by URL. */
export function isValidKey(key: string): boolean {
  return (
    key.length <= LONGEST_KEY &&
    keyCharacters.test(key) &&
    !key.split('/').some((part) => part === '.' || part === '..')
  );
}

export function isValidBucketName(name: string): boolean {
  return bucketCharacters.test(name) && name.trim() === name && !/^\.+$/.test(name);
}

/** The empty file by which dashboards make a folder visible. */
export function isEmptyFolder(key: string): boolean {
  return key.endsWith('.emptyFolderPlaceholder');
}

export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
