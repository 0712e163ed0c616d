"""Model replies: read tolerantly, validated, retried with the error, or recorded as failed."""
