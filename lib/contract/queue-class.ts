/** The class of the objects that annotation queues are. */
export const QUEUE_CLASS = "AnnotationQueue";
