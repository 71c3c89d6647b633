#include <sys/types.h>
#include <sha1.h>
#include <sha2.h>
