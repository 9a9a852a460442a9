"""What addresses can be, what memory holds, and whether code keeps to the rules of memory."""
