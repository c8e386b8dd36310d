/** Files: the service under `/storage/v1`, and how uploads are received and cleaned. */
export { Failure, invalidRequest, respondFailure } from '../storage/failure.ts';
export { openS3FileStore, type S3Settings } from '../storage/files/s3-file-store.ts';
export { boundsOfStrangers, findExcess } from '../storage/images/find-excess.ts';
export { createImageDecoder } from '../storage/images/image-decoder.ts';
export { loadSharp } from '../storage/images/load-sharp.ts';
export { openFileStore, openStorage } from '../storage/open-storage.ts';
export { carriesMetadata } from '../storage/strip/carries-metadata.ts';
export { stripFile } from '../storage/strip/strip-file.ts';
export { type ReceivedUpload, receiveUpload } from '../storage/upload/receive-upload.ts';
